import { expect, type Page } from '@playwright/test'

/** The widths of small and larger phones and of a tablet. */
const WIDTHS = [320, 390, 768]

/** Text of 200 % (WCAG 2.2, 1.4.4), like a browser's font size setting. */
export const enlargeText = (page: Page, isLarge: boolean): Promise<void> =>
  page.evaluate(
    (size) => document.documentElement.style.setProperty('font-size', size, 'important'),
    isLarge ? '200%' : '',
  )

/** Elements that overflow the page horizontally, except in scrollable rows. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const out = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width, bottom } = element.getBoundingClientRect()
      if (width <= 1 || bottom <= 0 || (right <= clientWidth + 1 && left >= -1)) return false
      let frame: Element | null = element
      while (frame && getComputedStyle(frame).overflowX === 'visible') frame = frame.parentElement
      return frame === null
    })
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
      ...out.map((element) => element.outerHTML.slice(0, 160)),
    ]
  })

/** Lists to choose from that show neither an icon nor a word. */
const emptyControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSeen = (element: Element): boolean => element.getClientRects().length > 0
    return [...document.querySelectorAll('select')]
      .filter((select) => isSeen(select) && getComputedStyle(select).opacity === '0')
      .filter((select) => ![...(select.parentElement?.children ?? [])].some((part) => part !== select && isSeen(part)))
      .map((select) => select.getAttribute('aria-label') ?? select.name)
  })

/** Nothing is wider than the window at any of the widths, nor with text twice as large, which stays. `what` says what is looked at. */
export async function expectFit(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await tooWide(page), `${what} at ${width} px`).toEqual([])
    expect.soft(await emptyControls(page), `${what} at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 800 })
  await enlargeText(page, true)
  expect.soft(await tooWide(page), `${what} with text twice as large`).toEqual([])
  expect.soft(await emptyControls(page), `${what} with text twice as large`).toEqual([])
}
