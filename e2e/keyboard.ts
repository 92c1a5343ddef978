import { expect, type Locator, type Page } from '@playwright/test'

/** Presses of Tab after which an element counts as out of reach. */
const MOST = 80

/** Presses Tab until an element has the focus; fails if it is never reached or a stop has no visible focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const stops: string[] = []
  await expect(target).toBeVisible()
  for (let press = 0; press < MOST; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    stops.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80) ?? ''))
    await expectVisibleFocus(page)
  }
  throw new Error(`${target} is not reached by Tab:\n${stops.join('\n')}`)
}

/** A focus ring, on the element, on the frame of an invisible element, or on the row whose link it is. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  // Not at once: a toast behind another becomes visible by a transition.
  await expect.poll(() => findUnmarkedFocus(page)).toBeUndefined()
}

/** The beginning of the focused element's HTML if nothing shows its focus, else undefined. */
function findUnmarkedFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement
    // After the last control the focus is in the browser's UI for one press.
    if (!element || element === document.body || !document.hasFocus()) return undefined
    const frames: Element[] = getComputedStyle(element).opacity === '0' ? [] : [element]
    if (element.parentElement) frames.push(element.parentElement)
    const row = element.matches('a') ? element.closest('li, [role="row"]') : null
    if (row) frames.push(row, ...[...row.querySelectorAll('*')].filter((one) => one.contains(element)))
    const rings = frames.map((one) => getComputedStyle(one))
    const isMarked = rings.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow.includes('3px'),
    )
    return isMarked ? undefined : element.outerHTML.slice(0, 200)
  })
}

/** Reaches an element by Tab and presses a key there, Enter unless told. */
export async function tabAndPress(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
