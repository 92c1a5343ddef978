import { freePort } from '../testing/server.ts'
import { startSocketServer } from '../testing/socket-server.ts'
import { expect, test } from './test.ts'

const HOST = { host: 'library.example.org' }
const BASE_URL = 'https://library.example.org'

/** The client of each request that was logged. */
const clients = (logged: string): string[] =>
  [...logged.matchAll(/"client":"([^"]*)"/g)].map(([, client = '']) => client)

for (const workers of ['1', '2'])
  test(`${workers} workers: a server that systemd gives a socket believes its proxy, and loses no request while it is started again`, async () => {
    const port = await freePort()
    const server = await startSocketServer(BASE_URL, { WORKERS: workers, PORT: String(port) })
    try {
      expect((await server.ask('/login', HOST)).status).toBe(200)
      expect((await server.ask('/login', { host: 'elsewhere.example.org' })).status).toBe(421)
      // The port is not listened on.
      await expect(fetch(`http://127.0.0.1:${port}/api/health/live`)).rejects.toThrow()

      await server.ask('/api/v1/me', { ...HOST, 'x-forwarded-for': '192.0.2.1, 198.51.100.7' })
      await server.ask('/api/v1/me', HOST)
      await expect.poll(() => clients(server.logged()).slice(-2)).toEqual(['198.51.100.7', ''])
      expect(server.logged()).not.toContain('is ignored')
      // Whoever comes by a proxy is not at this computer.
      expect((await server.ask('/setup', HOST)).status).toBe(404)

      const answers: Promise<number>[] = []
      server.restart()
      for (let asked = 0; asked < 40; asked++) {
        answers.push(server.ask('/login', HOST).then(({ status }) => status))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
      expect(server.logged()).toContain('Stopped')
    } finally {
      await server.stop()
    }
  })
