import { createElement, Fragment, type ReactNode } from 'react'
import { lookUp } from '#base/lib/list/look-up.ts'

/** A character that no message contains. It delimits the names of the parts in the text. */
const MARK = '\u0001'

interface SentenceProps<Part extends string> {
  /** A message with the parts as parameters. */
  text: (parts: Record<Part, string>) => string
  parts: Record<Part, ReactNode>
}

/** A sentence of which some parts are elements, such as a link, wherever the translation puts them. */
export function Sentence<Part extends string>({ text, parts }: SentenceProps<Part>) {
  const marked: Record<string, string> = Object.fromEntries(
    Object.keys(parts).map((name) => [name, `${MARK}${name}${MARK}`]),
  )
  const pieces = text(marked).split(MARK)
  return createElement(
    Fragment,
    null,
    ...pieces.map((piece, at) => (at % 2 === 0 ? piece : lookUp<ReactNode>(parts, piece))),
  )
}

/** An emphasized part, such as an address: left to right in every language. */
export const Emphasized = ({ children }: { children: string }) => (
  <b dir="ltr" className="font-semibold break-words text-ink">
    {children}
  </b>
)
