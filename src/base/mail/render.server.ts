import { convert } from 'html-to-text'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

// The type that mail clients were made for: some show a mail of another one narrower, or with gaps.
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** The HTML part of a mail. */
export const htmlOf = (content: ReactElement): string => `${DOCTYPE}${renderToStaticMarkup(content)}`

/** The text part of a mail, from its HTML: lines are not cut, and links stand behind their words. */
export const textOf = (html: string): string =>
  convert(html, {
    wordwrap: false,
    selectors: [
      { selector: '[data-skip-in-text]', format: 'skip' },
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ],
  })
