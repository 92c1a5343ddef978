import type { Browser } from '@playwright/test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'

const FOLDER = join(projectRoot, 'docs', 'pictures')
/** Bytes of a picture: everyone who clones the project has them. */
const MOST = 60_000

interface Picture {
  picture: string
  /** How much of it is kept, in pixels. */
  height: number
}

/** Saves a screen as WebP in docs/pictures. The browser compresses it: Playwright writes PNG and JPEG only. */
export async function compress(browser: Browser, from: string, { picture, height }: Picture): Promise<void> {
  const page = await browser.newPage()
  const png = readFileSync(from).toString('base64')
  const webp = await page.evaluate(
    async ([source, most]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = Math.min(image.height, most)
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.8).replace('data:image/webp;base64,', '')
    },
    [png, height] as const,
  )
  await page.close()
  const bytes = Buffer.from(webp, 'base64')
  if (bytes.length > MOST) throw new Error(`${picture} has ${bytes.length} bytes, at most ${MOST}`)
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${picture}.webp`), bytes)
}
