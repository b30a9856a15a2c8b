import { generatedFiles, writeFile } from './generated.ts'

/** `npm run docs`: writes what is generated anew. */
for (const [file, text] of await generatedFiles()) writeFile(file, text)
