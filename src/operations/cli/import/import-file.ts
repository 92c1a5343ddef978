import { open, type FileHandle } from 'node:fs/promises'
import { Failure } from '../failure.ts'

/** Opens a file that a person has named. Throws Failure. */
export async function openFile(file: string): Promise<FileHandle> {
  const handle = await open(file).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const reason =
      code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'no permission to read it' : String(error)
    throw new Failure(`${file}: ${reason}`)
  })
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw new Failure(`${file}: not a file`)
}

const CHUNK_BYTES = 65_536

/** Reads an open file from its start. */
export async function* bytesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
