/** Maximum bytes of a file that is sent: some 400,000 rows of CSV. */
export const UPLOAD_LIMIT = 64 * 1024 * 1024

/** The REST routes below `/api/v1` to which a file is sent, as the body of the request. */
const UPLOAD_ROUTES = new Set(['POST /imports', 'POST /updates'])

/** Whether the body of a request to this route is a file, which is read as a stream and stored. */
export const isUploadRoute = ({ method, path }: { method?: string | undefined; path?: string | undefined }): boolean =>
  UPLOAD_ROUTES.has(`${method} ${path}`)

/** A file that was sent and is stored. */
export interface StoredUpload {
  id: string
  filename: string
  /** Bytes. */
  size: number
  /** SHA-256 in hexadecimal digits. */
  digest: string
}
