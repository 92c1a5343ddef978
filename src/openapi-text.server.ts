import { api } from '#api.server.ts'
import { openApiDocument } from '#openapi/openapi.server.ts'

/** The document of the API as it lies in docs/openapi.json: the same on every installation. */
export const openApiText = async (): Promise<string> => `${JSON.stringify(await openApiDocument(api), null, 2)}\n`
