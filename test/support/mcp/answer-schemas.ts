import type { JsonSchemaType, JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'

const ajv = new AjvJsonSchemaValidator()
const compiled = new Map<string, JsonSchemaValidator<unknown>>()

/**
 * What the official client checks answers by. Alone it compiles the schemas of all tools for each connection, which
 * takes a third of a second. This compiles a schema at the first answer that has it, once for all clients.
 */
export const answerSchemas: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType) {
    return ((answer) => validatorOf(schema)(answer)) as JsonSchemaValidator<T>
  },
}

function validatorOf(schema: JsonSchemaType): JsonSchemaValidator<unknown> {
  const text = JSON.stringify(schema)
  const validator = compiled.get(text) ?? ajv.getValidator(schema)
  compiled.set(text, validator)
  return validator
}
