import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { SentForm } from '#base/errors/sent-form.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { Icon } from '#base/ui/icon.tsx'

/**
 * Sign-in by a card. A native form, so that nothing is sent before its button is pressed: previews of the link must not use
 * the card. The link has the code behind `#`, where no server sees it; from there it goes into the field and out of the
 * address, which would stay in the history.
 */
export function CardPage({ redirect, sent }: { redirect: string | undefined; sent: SentForm | null }) {
  const field = useRef<HTMLInputElement>(null)
  const problem = useProblem(sent)
  useEffect(() => {
    const take = () => {
      const code = location.hash.slice(1)
      if (!code) return
      history.replaceState(history.state, '', location.pathname + location.search)
      if (field.current) field.current.value = code
    }
    take()
    // A link that is opened where this page is open already changes nothing else.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return (
    <main id="content" className="flex flex-col gap-4">
      <Link
        to="/login"
        search={{ redirect }}
        className="-ms-2 inline-flex min-h-11 items-center gap-2.5 self-start rounded-md px-2 font-medium text-muted hover:text-ink"
      >
        <Icon name="back" />
        {m.card_other_way()}
      </Link>
      <div>
        <h1 className="text-[1.875rem] leading-tight">{m.card_page_title()}</h1>
        <p className="mt-2.5 mb-4 text-pretty text-muted">{m.card_page_intro()}</p>
      </div>
      <Form isChanged={false} method="post" action="/login/card">
        {redirect && <input type="hidden" name="redirect" value={redirect} />}
        <TextField
          ref={field}
          label={m.card_code_label()}
          name="code"
          dir="ltr"
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={300}
          defaultValue={sent?.values.code}
          hint={m.card_code_hint()}
          error={problem.text}
          onChange={() => problem.sayUnlessWaiting()}
        />
        <Button type="submit" className="mt-4 min-h-12 w-full">
          {m.card_submit()}
        </Button>
      </Form>
    </main>
  )
}
