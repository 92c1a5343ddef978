import { useEffect } from 'react'
import { Link } from '@tanstack/react-router'
import type { Installation } from '#kit/installation/installation.schema.ts'
import type { SignInCardState } from '#people/user/card/sign-in-card.schema.ts'
import { formatDate } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'

interface CardDonePageProps {
  /** The card that has opened the session; null where something else has. */
  card: SignInCardState
  person: { name: string; email: string | null }
  /** Address of the page where the person goes on. */
  path: string
  settings: Pick<Installation, 'timeZone' | 'hasPasskeys'>
}

/** After a sign-in by a card: whose card it was, and the way to a passkey. For who is signed in otherwise: that they are. */
export function CardDonePage({ card, person, path, settings: { timeZone, hasPasskeys } }: CardDonePageProps) {
  useEffect(() => {
    // The code of a card that is not used now must not stay in the history.
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
  if (!card)
    return (
      <main id="content" className="flex flex-col gap-3">
        <h1 className="text-[1.875rem] leading-tight">{m.card_in_already()}</h1>
        <p className="mb-4 text-pretty [overflow-wrap:anywhere] text-muted">
          {m.card_in_as({ name: person.name || (person.email ?? '') })}
        </p>
        <Link to={path} className={buttonClass('primary', 'min-h-12')}>
          {m.card_done_enter()}
        </Link>
        <Form isChanged={false} method="post" action="/sign-out">
          <Button type="submit" look="second" className="min-h-12 w-full">
            {m.card_sign_out()}
          </Button>
        </Form>
      </main>
    )
  const date = formatDate(card.createdAt, timeZone)
  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight">{m.card_done_title()}</h1>
      <p className="mt-2.5 mb-8 text-pretty [overflow-wrap:anywhere] text-muted">
        {card.givenBy === null
          ? m.card_done_unnamed({ date })
          : m.card_done_text({ name: isolated(card.givenBy), date })}
      </p>
      <Link to={path} className={buttonClass('primary', 'min-h-12')}>
        {m.card_done_enter()}
      </Link>
      {hasPasskeys && (
        <section className="mt-8 border-t border-line pt-4">
          <h2 className="text-base">{m.card_passkey_title()}</h2>
          <p className="mt-1 text-sm text-pretty text-muted">{m.card_passkey_text()}</p>
          <Link to="/app/account" className={buttonClass('second', 'mt-3 w-full')}>
            {m.card_done_account()}
          </Link>
        </section>
      )}
    </main>
  )
}
