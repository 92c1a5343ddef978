/** Maximum bytes of a file that is sent: some 400,000 rows of CSV. */
export const UPLOAD_LIMIT = 64 * 1024 * 1024

/** A file that was sent and is stored. */
export interface StoredUpload {
  id: string
  filename: string
  /** Bytes. */
  size: number
  /** SHA-256 in hexadecimal digits. */
  digest: string
}
