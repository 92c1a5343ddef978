/** Maximum bytes of a file that is sent: some 400,000 rows of CSV. */
export const UPLOAD_LIMIT = 64 * 1024 * 1024

/** Maximum bytes of a package of a newer version, here and where root installs it. */
export const PACKAGE_LIMIT = 512 * 1024 * 1024

/** A REST route below `/api/v1`. */
interface RestRoute {
  method?: string | undefined
  path?: string | undefined
}

const nameOf = ({ method, path }: RestRoute): string => `${method} ${path}`

/** The routes whose body is a file, which is read as a stream, and its maximum bytes. */
const FILE_LIMITS = new Map([
  ['POST /imports', UPLOAD_LIMIT],
  ['POST /updates', PACKAGE_LIMIT],
])

/** Maximum bytes of the file that is sent to this route; undefined where none is. */
export const fileLimitOf = (route: RestRoute): number | undefined => FILE_LIMITS.get(nameOf(route))

/** Whether the file that is sent to this route is stored in the database. */
export const isUploadRoute = (route: RestRoute): boolean => nameOf(route) === 'POST /imports'

/** A file that was sent and is stored. */
export interface StoredUpload {
  id: string
  filename: string
  /** Bytes. */
  size: number
  /** SHA-256 in hexadecimal digits. */
  digest: string
}
