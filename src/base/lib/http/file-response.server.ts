import { Readable } from 'node:stream'

/** A file to be saved under `filename`, sent while it is made. */
export function fileResponse(body: AsyncIterable<Uint8Array>, contentType: string, filename: string): Response {
  const ascii = filename.replace(/[^\x20-\x7E]|["\\%]/g, '_')
  return new Response(Readable.toWeb(Readable.from(body, { objectMode: false })) as ReadableStream, {
    headers: {
      'content-type': contentType,
      // RFC 6266: programs that do not know `filename*` take the other name.
      'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
      'cache-control': 'no-store',
    },
  })
}
