import type { Page } from '@playwright/test'
import { expect, open, test } from './test.ts'

/** A window of 1,280 × 1,024 px at 400 % (WCAG 2.2, 1.4.10). */
const ZOOMED = { width: 320, height: 256 }
/** Presses of Tab on a page, of which some have very many links. */
const MOST = 45

const READER = ['/app', '/app/books', '/app/books?searchTerm=hugo', '/app/account', '/app/account?state=change-name']
const MANAGER = [
  '/app',
  '/manager/dashboard',
  '/manager/books',
  '/manager/books/new',
  '/manager/users',
  '/manager/import',
]

/** The focused element if nothing of it is to be seen: it lies under something, or outside of the window. */
const findHiddenFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body || !document.hasFocus()) return undefined
    // The field of a check box is invisible, and its frame is seen.
    const seen = element.matches('input') ? (element.closest('label') ?? element) : element
    const isSeen = [...seen.getClientRects()].some(({ left, top, width, height }) =>
      [0.1, 0.3, 0.5, 0.7, 0.9].some((x) =>
        [0.1, 0.3, 0.5, 0.7, 0.9].some((y) => {
          const hit = document.elementFromPoint(left + width * x, top + height * y)
          return hit !== null && seen.contains(hit)
        }),
      ),
    )
    return isSeen ? undefined : element.outerHTML.slice(0, 160)
  })

/** The part of the window's height that bars keep from the page's text. */
const coveredPart = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll('body *')].filter((element) => {
      const { position } = getComputedStyle(element)
      const { width, height, bottom, top } = element.getBoundingClientRect()
      return (
        ['fixed', 'sticky'].includes(position) &&
        width >= innerWidth / 2 &&
        height > 0 &&
        bottom > 0 &&
        top < innerHeight
      )
    })
    const rows = Array.from({ length: innerHeight }, (_, y) =>
      bars.some((bar) => {
        const { top, bottom } = bar.getBoundingClientRect()
        return top <= y && y < bottom
      }),
    )
    return rows.filter(Boolean).length / innerHeight
  })

function testPages(paths: readonly string[]): void {
  test(
    'has the focus in sight at 400 %, and most of the window for itself',
    { tag: '@desktop' },
    async ({ page, watched }) => {
      // A link that has the focus is loaded ahead, also of a new book that another test has deleted meanwhile.
      watched.allow(/status of 404 .*\/book\.getBook/)
      await page.setViewportSize(ZOOMED)
      for (const path of paths) {
        await open(page, path)
        const hasDialog = path.includes('state=')
        if (!hasDialog) expect.soft(await coveredPart(page), path).toBeLessThan(0.34)
        for (let press = 0; press < MOST; press++) {
          await page.keyboard.press('Tab')
          // The page scrolls to what has the focus in its next frames.
          await expect
            .poll(() => findHiddenFocus(page), {
              message: `${path}, ${press}`,
              timeout: 5000,
            })
            .toBeUndefined()
          if (await page.evaluate(() => document.activeElement === document.body)) break
        }
      }
    },
  )
}

test.describe('A page before sign-in', () => testPages(['/login', '/login/verify?email=amina@example.org', '/home']))
test.describe('A page of the reader', () => {
  test.use({ person: 'reader' })
  testPages(READER)
})
test.describe('A page of the manager', () => {
  test.use({ person: 'admin' })
  testPages(MANAGER)
})
