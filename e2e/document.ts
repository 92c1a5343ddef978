import type { Page } from '@playwright/test'

export interface Document {
  status: number
  /** Where the redirects have led. */
  url: string
  title: string
  heading: string
  /** All of its text. */
  text: string
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

const textOf = (html: string): string =>
  html
    .replaceAll(/<!--.*?-->|<[^>]*>/gs, '')
    .replaceAll(/&(\w+|#x27);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .trim()

/**
 * What the server answers to the address of a page, with the cookies of this browser and without opening it: for journeys
 * that ask the same of many addresses, of which they open one.
 */
export async function documentAt(page: Page, path: string): Promise<Document> {
  const answer = await page.request.get(path, { headers: { accept: 'text/html' } })
  const html = await answer.text()
  const inside = (name: string) => textOf(new RegExp(`<${name}\\b[^>]*>(.*?)</${name}>`, 's').exec(html)?.[1] ?? '')
  const visible = html.replaceAll(/<(script|style|template)\b[^>]*>.*?<\/\1>/gs, '')
  return {
    status: answer.status(),
    url: answer.url(),
    title: inside('title'),
    heading: inside('h1'),
    text: textOf(visible),
  }
}
