import '#noun-words.ts'
import '#slices.server.ts'
import { api } from '#api.server.ts'
import { openApiDocument } from '#base/openapi/openapi.server.ts'

/** The text of docs/openapi.json, which is the same for every installation. */
export const openApiText = async (): Promise<string> => `${JSON.stringify(await openApiDocument(api), null, 2)}\n`
