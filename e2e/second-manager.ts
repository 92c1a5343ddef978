import type { Browser } from '@playwright/test'
import { changeBook } from '../testing/books-api.ts'
import { belongsTo } from '../testing/origin.ts'
import { adminOf } from '../testing/server.ts'
import { stateOf, type State } from '../testing/enter.ts'

const NAME = 'Ama Mensah'
const states = new Map<string, Promise<State>>()

interface Library {
  browser: Browser
  url: string
  dataDir: string
}

/** Another manager, in a separate browser, who changes books concurrently. */
export async function secondManager({ browser, url, dataDir }: Library) {
  const state = states.get(url) ?? stateOf(url, 'admin', { email: adminOf(7), dataDir, name: NAME })
  states.set(url, state)
  const context = await browser.newContext({ baseURL: url, storageState: await state })
  belongsTo(context, url)
  const page = await context.newPage()
  return {
    name: NAME,
    page,
    change: (id: string, change: Record<string, unknown>) => changeBook(page, id, change),
    close: () => context.close(),
  }
}
