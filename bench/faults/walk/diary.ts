import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect as strict, type Locator, type Page } from '@playwright/test'
import { waitForHydration } from '../../../testing/sign-in.ts'

/** As in journeys, on a machine with other work. */
export const expect = strict.configure({ timeout: 60_000 })

/** One thing that the person does, and what it costs. */
interface Entry {
  step: string
  /** Of the mouse or of a key such as Enter. */
  presses: number
  /** Characters. */
  typed: number
  /** Of the machine, from the first press until it is done. */
  seconds: number
}

/** Acts as a person does, counts what they press and type, and takes numbered pictures. */
export class Diary {
  readonly entries: Entry[] = []
  readonly #folder: string
  #page: Page | undefined
  #pictures = 0
  #presses = 0
  #typed = 0

  /** Pictures go to `folder`; those of before are removed. */
  constructor(folder: string) {
    this.#folder = folder
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }

  /** Goes on in another window. */
  use(page: Page): void {
    this.#page = page
  }

  async step<T>(step: string, run: () => Promise<T>): Promise<T> {
    const [presses, typed, began] = [this.#presses, this.#typed, performance.now()]
    try {
      return await run()
    } catch (error) {
      await this.picture('failed')
      throw new Error(`${step}: ${String(error)}`, { cause: error })
    } finally {
      const seconds = Math.round((performance.now() - began) / 1000)
      this.entries.push({ step, presses: this.#presses - presses, typed: this.#typed - typed, seconds })
    }
  }

  async press(place: Locator): Promise<void> {
    this.#presses += 1
    await place.click()
  }

  /** Presses into a field and types. */
  async type(place: Locator, text: string): Promise<void> {
    this.#presses += 1
    this.#typed += text.length
    await place.click()
    await place.fill(text)
  }

  async enter(place: Locator): Promise<void> {
    this.#presses += 1
    await place.press('Enter')
  }

  /** Goes where so many presses in the menu lead. */
  async go(path: string, presses: number): Promise<void> {
    this.#presses += presses
    await this.#page?.goto(path)
    if (this.#page) await waitForHydration(this.#page)
  }

  /** What a person presses outside of the browser: in a menu, in the window that opens a file. */
  outside(presses: number): void {
    this.#presses += presses
  }

  /** What the window shows, or the whole of a paper. */
  async picture(name: string, isWhole = false): Promise<void> {
    this.#pictures += 1
    const file = `${String(this.#pictures).padStart(2, '0')}-${name}.png`
    await this.#page?.screenshot({ path: join(this.#folder, file), fullPage: isWhole, animations: 'disabled' })
  }

  lines(): string[] {
    const total = (key: 'presses' | 'typed' | 'seconds') => this.entries.reduce((sum, entry) => sum + entry[key], 0)
    const all = { step: 'together', presses: total('presses'), typed: total('typed'), seconds: total('seconds') }
    return ['| step | presses | characters | seconds of the machine |', '| --- | --- | --- | --- |'].concat(
      [...this.entries, all].map(
        ({ step, presses, typed, seconds }) => `| ${step} | ${presses} | ${typed} | ${seconds} |`,
      ),
    )
  }
}
