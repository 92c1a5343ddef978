import { FileFault } from './file-fault.ts'
import { ROWS_MAX } from './limits.ts'

/** The groups as they are. Throws FileFault when they have more rows than `ROWS_MAX`. */
export async function* limitRows<T>(groups: AsyncIterable<T[]>): AsyncGenerator<T[]> {
  let count = 0
  for await (const group of groups) {
    count += group.length
    if (count > ROWS_MAX) throw new FileFault({ kind: 'rows', limit: ROWS_MAX })
    yield group
  }
}
