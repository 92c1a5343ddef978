import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/**
 * Drops a file anywhere on the page as a browser does: it goes on saying that the file is over the page, and drops it only
 * once the page has said that it takes files, which it does when the code of that part has been loaded.
 */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([filename, content]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([content], filename))
      return dataTransfer
    },
    [name, text] as const,
  )
  const dispatch = (type: 'dragover' | 'drop') =>
    page
      .locator('main')
      .evaluate(
        (main, { dataTransfer, eventType }) =>
          main.dispatchEvent(new DragEvent(eventType, { bubbles: true, cancelable: true, dataTransfer })),
        { dataTransfer: transfer, eventType: type },
      )
  await expect.poll(() => dispatch('dragover'), 'no part of the page takes files').toBe(false)
  await dispatch('drop')
}
