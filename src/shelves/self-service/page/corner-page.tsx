import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { LanguageSelect } from '#base/ui/language-select.tsx'
import { LibraryBrand } from '#kit/installation/shared/library-brand.tsx'
import { cornerStateQuery } from '../corner.data.ts'
import type { CornerState } from '../corner.schema.ts'
import { CardPicture } from './card-picture.tsx'
import { CornerField } from './corner-field.tsx'
import { CornerTurn, doneText } from './corner-turn.tsx'
import { useCorner, type Said } from './use-corner.ts'

/** A self-service corner: a card, books, done. Of whoever stands there it shows the first name, of anybody else nothing. */
export function CornerPage({ isSignedIn }: { isSignedIn: boolean }) {
  const { data: state } = useQuery(cornerStateQuery)
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-6xl flex-col px-5 pt-3 tall:pt-5 sm:px-12 upright:sm:pt-9">
      <header className="flex flex-wrap items-center gap-x-4">
        <LibraryBrand />
        <div className="ms-auto text-muted">
          <LanguageSelect hasIcon />
        </div>
      </header>
      <main
        id="content"
        aria-label={m.corner_page_title()}
        className="flex flex-1 flex-col pt-2 tall:pt-6 upright:sm:pt-16"
      >
        {!state && <NoCorner isSignedIn={isSignedIn} />}
        {state?.isLocked === true && <Heading title={m.corner_closed()}>{m.corner_ask()}</Heading>}
        {state?.isLocked === false && <OpenCorner state={state} />}
      </main>
    </div>
  )
}

const Heading = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h1 className="text-3xl leading-tight text-balance break-words tall:text-4xl tall:sm:text-5xl upright:sm:text-6xl">
      {title}
    </h1>
    <p className="mt-1 text-lg text-pretty text-muted tall:mt-2 tall:sm:text-xl upright:sm:text-2xl">{children}</p>
  </>
)

function NoCorner({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      <Heading title={m.corner_none_here()}>{isSignedIn ? m.corner_signed_in() : m.corner_none_here_text()}</Heading>
      <Link to="/manager/desk" className={buttonClass('second', 'mt-8 self-start')}>
        {m.corner_to_desk()}
      </Link>
    </>
  )
}

function OpenCorner({ state }: { state: CornerState }) {
  const { turn, returnsWithoutCard } = state
  const { said, seconds, scan, done } = useCorner(state)
  return (
    <>
      {turn ? (
        <Heading title={m.corner_hello({ name: isolated(turn.firstName) })}>{m.corner_books()}</Heading>
      ) : (
        <Heading title={m.corner_card()}>
          {m.corner_card_text()}
          {returnsWithoutCard && (
            <>
              <br />
              {m.corner_card_returns()}
            </>
          )}
        </Heading>
      )}
      <CornerField label={turn ? m.corner_field_book() : m.corner_field_card()} onScan={scan} />
      <div role="status">
        {said && <Sentence said={said} hasTurn={turn !== null} />}
        <p className="sr-only">{turn && said && announcement(turn, said)}</p>
      </div>
      {turn ? (
        <CornerTurn turn={turn} seconds={seconds} onDone={done} />
      ) : (
        <>
          {!said && <CardPicture />}
          <p className="mt-auto pt-6">
            <span className="block border-t border-line py-6 text-lg text-muted sm:text-xl">{m.corner_no_card()}</span>
          </p>
        </>
      )}
    </>
  )
}

/** What the last scan came to, where the page does not show it otherwise. */
function Sentence({ said, hasTurn }: { said: Said; hasTurn: boolean }) {
  const text = textOf(said, hasTurn)
  if (text === undefined) return null
  const isFine = said.result === 'returned' && !said.isForDesk
  return (
    <div
      className={`mt-5 flex items-start gap-4 rounded-lg border bg-raised px-6 py-5 text-xl font-semibold sm:text-2xl ${isFine ? 'border-line text-success' : 'border-warning text-warning'}`}
    >
      <Icon name={isFine ? 'check' : 'alert'} className="mt-1 size-7 flex-none" />
      <div className="min-w-0 flex-1">
        {said.title !== null && (
          <p dir="auto" className="font-serif break-words text-ink">
            {said.title}
          </p>
        )}
        <p className="text-pretty">{text}</p>
      </div>
    </div>
  )
}

/** What a scan has done, for screen readers: the page shows it in a list. */
function announcement({ acts }: NonNullable<CornerState['turn']>, { result }: Said): string {
  const act = acts.at(-1)
  if (!act || (result !== 'lent' && result !== 'returned')) return ''
  return `${act.book.title}. ${doneText(act)}`
}

function textOf(said: Said, hasTurn: boolean): string | undefined {
  if (said.result === 'offline') return m.corner_offline()
  if (said.result === 'desk') return m.corner_ask()
  if (said.result === 'card_first') return m.corner_card_first()
  if (said.result !== 'returned') return undefined
  if (said.isForDesk) return m.corner_back_desk()
  // In a turn it stands in the list.
  return hasTurn ? undefined : m.corner_back()
}
