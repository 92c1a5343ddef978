import { request } from 'node:http'

/** Where a server of this machine listens: at a Unix socket, or at an address without brackets, or name, and a port. */
export type LocalPlace = { socketPath: string } | { host: string; port: number }

/** An answer of a server of this machine. */
interface LocalAnswer {
  status: number
  body: string
}

/** Characters of an answer that are read: who asks may be root, and the server not to be trusted. */
const LIMIT = 64 * 1024

/** Gets a path of a server of this machine. Rejects with the error of the system, and when it takes longer than `patience` milliseconds. */
export const askLocally = (place: LocalPlace, path: string, patience: number): Promise<LocalAnswer> =>
  new Promise((resolve, reject) => {
    const asked = request({ ...place, path, agent: false, signal: AbortSignal.timeout(patience) })
    asked.once('error', reject)
    asked.once('response', (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        body += text
        if (body.length > LIMIT) response.destroy(new Error(`The answer is longer than ${LIMIT} characters`))
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.once('error', reject)
    })
    asked.end()
  })
