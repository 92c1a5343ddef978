import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** A port that leads to a server of this machine and takes a header out of its answers. */
export async function withoutHeader(name: string, target: number): Promise<{ url: string; close: () => void }> {
  const server = createServer((asked, answer) => {
    const { url, method, headers } = asked
    const passed = request({ host: '127.0.0.1', port: target, path: url, method, headers }, (response) => {
      const kept = Object.entries(response.headers).filter(([header]) => header !== name)
      answer.writeHead(response.statusCode ?? 502, Object.fromEntries(kept))
      response.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    close: () => void server.close(),
  }
}
