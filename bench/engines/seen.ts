import { element } from './tab.ts'

// Expressions for what is to be seen on a page.

/** The narrowest window of WebKitGTK's browser. */
export const PHONE = [447, 844] as const
export const DESK = [1280, 800] as const

export const isAt = (path: string): string => `location.pathname === ${JSON.stringify(path)}`
export const hits = 'document.querySelectorAll("main li a[href^=\'/app/books/\']")'
export const heading = (text: string): string => element('h1', text)
/** Whether the page shows a text, in a toast too. */
export const shows = (text: string): string => `document.body.innerText.includes(${JSON.stringify(text)})`
