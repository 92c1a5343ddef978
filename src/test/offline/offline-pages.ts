import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type Browser, type Page } from 'playwright-core'
import { build } from 'vite'
import { env } from '#base/env/env.server.ts'
import type * as store from '#catalogue/offline/catalogue-store.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { findBrowser } from '../../../testing/browser.ts'
import type { SignedInCaller } from '../callers.ts'
import { handle } from '../http.ts'

/** What a page of the server below offers to `page.evaluate`. */
export type OfflineStore = typeof store

/** A browser with pages that have nothing but the offline store, at a server that answers like Maktaba. */
export interface OfflinePages {
  /** Of the store with search, as it is sent. */
  scriptBytes: number
  /** Opens a page in a browser of its own, or in that of another page. */
  open: (reader: SignedInCaller, sibling?: Page) => Promise<Page>
  /** The requests for the catalogue, and the bytes of their answers. */
  asked: { query: string; status: number; bytes: number }[]
  close: () => Promise<void>
}

export async function startOfflinePages(): Promise<OfflinePages> {
  const script = await bundledStore()
  const asked: OfflinePages['asked'] = []
  const server = createServer((request, response) => void answer(request, response, script, asked))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A socket's address has a port.
  const { port } = server.address() as AddressInfo
  const browser = await chromium.launch(await findBrowser())
  return {
    scriptBytes: brotliCompressSync(script).byteLength,
    open: (reader, sibling) => openPage(browser, `http://localhost:${port}/`, reader, sibling),
    asked,
    close: async () => {
      await browser.close()
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** The store as one script, minified for the browsers that Maktaba supports. */
async function bundledStore(): Promise<string> {
  const built = await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: ['chrome107', 'safari16', 'firefox104'],
      lib: { entry: join(projectRoot, 'src/catalogue/offline/catalogue-store.ts'), formats: ['iife'], name: 'offline' },
      // Loaded by the first mistyped search alone.
      rolldownOptions: { external: [/catalogue-similar/] },
    },
  })
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The store was not built')
  return chunk.code
}

async function openPage(browser: Browser, url: string, reader: SignedInCaller, sibling?: Page): Promise<Page> {
  const context = sibling?.context() ?? (await browser.newContext())
  await context.addCookies([...reader.cookies].map(([name, value]) => ({ name, value, url })))
  const page = await context.newPage()
  await page.goto(url)
  return page
}

async function answer(
  { url = '/', headers: sent }: IncomingMessage,
  response: ServerResponse,
  script: string,
  asked: OfflinePages['asked'],
): Promise<void> {
  if (url === '/') response.setHeader('content-type', 'text/html').end('<script src="/store.js"></script>')
  else if (!url.startsWith('/api/')) response.setHeader('content-type', 'text/javascript').end(script)
  else {
    const headers = new Headers({ host: new URL(env().baseUrl).host })
    for (const name of ['cookie', 'accept-encoding']) if (typeof sent[name] === 'string') headers.set(name, sent[name])
    const {
      status,
      headers: answered,
      body,
    } = await handle(new Request(new URL(url, env().baseUrl), { headers }), '10.9.9.9')
    const bytes = Buffer.from(await new Response(body).arrayBuffer())
    asked.push({ query: new URL(url, env().baseUrl).search, status, bytes: bytes.byteLength })
    response.writeHead(status, Object.fromEntries(answered)).end(bytes)
  }
}
