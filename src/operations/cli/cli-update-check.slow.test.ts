import { createServer, type AddressInfo } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import { expect, test } from 'vitest'
import { buildInfo } from '#base/lib/build-info.server.ts'
import { answerOf, LONG, refused, said, useCli } from './cli.test-kit.ts'

const { start } = useCli()
const RUNNING = buildInfo().release
const check = (UPDATE_URL: string) => answerOf(start(['update-check'], { UPDATE_URL }))

/** What the command says to an answer. */
async function to(status: number, body: string) {
  const server = createHttpServer((_, response) => response.writeHead(status).end(body))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await check(`http://127.0.0.1:${port}/latest`)
  server.close()
  return { ...answer, host: `127.0.0.1:${port}` }
}

test('asks only the given address, and says what is there', LONG, async () => {
  expect(await check('')).toEqual(refused('UPDATE_URL is not set: set it to where versions are announced'))
  expect(await to(200, '{"version":"0.0.9"}')).toMatchObject(said(`Maktaba ${RUNNING} is the newest\n`))
  expect(await to(200, '{"version":"0.10.0","name":"x"}')).toMatchObject({
    code: 10,
    stdout: `Maktaba 0.10.0 is out, this is ${RUNNING}: docs/operations.md says how to update\n`,
  })
})

test('says which version it is', LONG, async () => {
  expect(await answerOf(start(['--version']))).toEqual(said(`Maktaba ${RUNNING}\n`))
})

test('a bad answer is one sentence', LONG, async () => {
  const { host, ...bad } = await to(200, '{"version":"\\u001b[31m9.9.9"}')
  expect(bad).toEqual(refused(`${host} does not say a version: correct UPDATE_URL (status 200)`))
  const closed = createServer()
  await new Promise<void>((resolve) => void closed.listen(0, '127.0.0.1', resolve))
  const { port } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  expect((await check(`http://127.0.0.1:${port}/`)).stderr).toMatch(/^127\.0\.0\.1:\d+ does not answer \(.*\)\n$/)
})
