import { expect, type CDPSession, type Page } from '@playwright/test'

/** A node of Chromium's accessibility tree: what a screen reader gets of an element. */
interface TreeNode {
  role: string
  name: string
  description: string
  value: string
  /** Such as `expanded`, `invalid`, `live`, `focused`; absent where an element has no such state. */
  states: Record<string, unknown>
  elementId: number | undefined
  id: string
  parentId: string | undefined
  /** Hidden, or a frame without a meaning of its own. */
  isIgnored: boolean
}

interface Heard {
  role: string
  name: string | RegExp
}

/** Presses of Tab after which an element counts as out of reach. */
const MOST = 80

/**
 * Uses a page as somebody who sees nothing: by keys, the browser's own accessibility tree, and what live regions say.
 * Controls are found in that tree alone, so one without a name or a role is not found.
 */
export class ScreenReader {
  readonly #page: Page
  readonly #client: CDPSession

  private constructor(page: Page, client: CDPSession) {
    this.#page = page
    this.#client = client
  }

  static async start(page: Page): Promise<ScreenReader> {
    const client = await page.context().newCDPSession(page)
    await client.send('Accessibility.enable')
    return new ScreenReader(page, client)
  }

  /** The nodes that are not hidden from a screen reader, level by level. */
  async tree(): Promise<TreeNode[]> {
    return (await this.#wholeTree()).filter(({ isIgnored }) => !isIgnored)
  }

  async #wholeTree(): Promise<TreeNode[]> {
    const { nodes } = await this.#client.send('Accessibility.getFullAXTree')
    return nodes.map(
      ({ nodeId, parentId, ignored, role, name, description, value, properties = [], backendDOMNodeId }) => ({
        id: nodeId,
        parentId,
        isIgnored: ignored,
        role: String(role?.value ?? ''),
        name: String(name?.value ?? ''),
        description: String(description?.value ?? ''),
        value: String(value?.value ?? ''),
        states: Object.fromEntries(properties.map((property) => [property.name, property.value.value])),
        elementId: backendDOMNodeId,
      }),
    )
  }

  /** What has the focus; the document, which is in the tree before all others, has it too. */
  async focus(): Promise<TreeNode | undefined> {
    return (await this.tree()).findLast(({ states }) => states.focused === true)
  }

  /** Waits until an element that is said to be this has the focus, without a key; returns it. */
  async expectFocus(role: string, name: string | RegExp): Promise<TreeNode> {
    let focus: TreeNode | undefined
    await expect(async () => {
      focus = await this.focus()
      expect(focus && is(focus, { role, name }), `${said(focus)} has the focus, not ${said({ role, name })}`).toBe(true)
    }).toPass({ timeout: 30_000 })
    return focus!
  }

  /** Waits until a part of the page that is said to be this has the focus inside of it: a dialog that answers keys. */
  async expectFocusWithin(role: string, name: string | RegExp): Promise<void> {
    await expect
      .poll(async () => this.#isFocusWithin(role, name), { message: `the focus is in ${said({ role, name })}` })
      .toBe(true)
  }

  /** Waits until nothing on the page is said to be this. */
  async expectGone(role: string, name: string | RegExp): Promise<void> {
    await expect
      .poll(async () => (await this.tree()).some((node) => is(node, { role, name })), {
        message: `${said({ role, name })} is gone`,
      })
      .toBe(false)
  }

  /** Goes on by Tab, or another key, until an element that is said to be this has the focus; returns it. */
  async reach(role: string, name: string | RegExp, key = 'Tab'): Promise<TreeNode> {
    const passed: string[] = []
    // It may be about to come, as a result does.
    await expect
      .poll(async () => (await this.tree()).some((node) => is(node, { role, name })), { message: `${role} ${name}` })
      .toBe(true)
    for (let press = 0; press < MOST; press++) {
      const focus = await this.focus()
      if (focus && is(focus, { role, name })) return focus
      await this.#page.keyboard.press(key)
      passed.push(`${focus?.role} ${focus?.name}`)
    }
    throw new Error(`${role} "${name}" is not reached by ${key}:\n${passed.join('\n')}`)
  }

  /** Reaches an element and presses a key there, Enter unless told. */
  async press(role: string, name: string | RegExp, key = 'Enter'): Promise<void> {
    await this.reach(role, name)
    await this.#page.keyboard.press(key)
  }

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  async key(name: string): Promise<void> {
    await this.#page.keyboard.press(name)
  }

  /** Waits until a live region says a text, and checks that it is read in a language. */
  async expectToHear(text: string, language: string): Promise<void> {
    let saying: { text: string; language: string } | undefined
    await expect
      .poll(async () => (saying = (await this.#liveTexts()).find((live) => plain(live.text).includes(plain(text)))), {
        message: `"${text}" is said`,
      })
      .toBeDefined()
    expect(saying?.language).toBe(language)
  }

  /** Waits until the page reads out a text somewhere. */
  async expectToRead(text: string): Promise<void> {
    await expect
      .poll(async () => (await this.tree()).some(({ name }) => plain(name).includes(plain(text))), { message: text })
      .toBe(true)
  }

  async #isFocusWithin(role: string, name: string | RegExp): Promise<boolean> {
    const nodes = await this.#wholeTree()
    let node = nodes.findLast(({ states }) => states.focused === true)
    while (node && !is(node, { role, name })) {
      const { parentId } = node
      node = nodes.find(({ id }) => id === parentId)
    }
    return node !== undefined
  }

  /** The texts in live regions, each with the language that it is read in. */
  async #liveTexts(): Promise<{ text: string; language: string }[]> {
    const regions = (await this.tree()).filter(
      ({ states, role }) =>
        ['polite', 'assertive'].includes(String(states.live)) || role === 'alert' || role === 'status',
    )
    const texts = await Promise.all(
      regions.map(async ({ elementId }) => {
        // It may be gone by now.
        const { object } = await this.#client
          .send('DOM.resolveNode', { backendNodeId: elementId! })
          .catch(() => ({ object: undefined }))
        if (!object?.objectId) return undefined
        const { result } = await this.#client.send('Runtime.callFunctionOn', {
          objectId: object.objectId,
          returnByValue: true,
          functionDeclaration: `function () {
            return { text: this.textContent, language: this.closest('[lang]')?.lang ?? '' }
          }`,
        })
        return result.value as { text: string; language: string }
      }),
    )
    return texts.filter((text) => text !== undefined)
  }
}

const said = (node: Heard | undefined): string => (node ? `${node.role} ${String(node.name)}` : '')

const is = (node: TreeNode, { role, name }: Heard): boolean =>
  node.role === role && (typeof name === 'string' ? node.name === name : name.test(node.name))

/** Without the invisible marks that keep the direction of names. */
const plain = (text: string): string => text.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '')
