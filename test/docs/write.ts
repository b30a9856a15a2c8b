import { GENERATED, generatedText, writeFile } from './generated.ts'

/** `npm run docs`: rewrites the generated parts of the documents. */
for (const file of GENERATED) writeFile(file, await generatedText(file))
