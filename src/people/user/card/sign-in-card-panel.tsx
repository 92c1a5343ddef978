import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { formatDate, formatDateTime } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useGoneUser } from '../shared/user-outcome.ts'
import { useRefreshUsers } from '../user.data.ts'
import type { User } from '../user.schema.ts'
import { useNoteFreshUser, useWantsCard } from './fresh-card.ts'
import { NewSignInCard } from './new-sign-in-card.tsx'
import { revokeSignInCard, signInCardQuery } from './sign-in-card.data.ts'
import type { SignInCardState } from './sign-in-card.schema.ts'

interface SignInCardPanelProps {
  user: User
  timeZone: string
}

/** The last sign-in card of a user: what became of it, the way to a new one, and to revoke it. */
export function SignInCardPanel({ user, timeZone }: SignInCardPanelProps) {
  const query = useQuery(signInCardQuery(user.id))
  const wantsCard = useWantsCard(user.id)
  const fresh = useNoteFreshUser()
  const [isOpen, setIsOpen] = useState(wantsCard)
  const { data: card, dataUpdatedAt } = query
  return (
    <Panel title={m.card_panel_title()}>
      {card === undefined ? (
        <PanelState title={m.card_load_failed()} query={query} />
      ) : (
        <>
          <CardState user={user} card={card} at={new Date(dataUpdatedAt)} timeZone={timeZone} />
          <div className="mt-3 flex flex-wrap gap-2">
            {isBanned(user) || (
              <Button look="second" className="max-sm:grow" onClick={() => setIsOpen(true)}>
                {card ? m.card_make_new() : m.card_make()}
              </Button>
            )}
            {isUsable(card, new Date(dataUpdatedAt)) && <Revoke user={user} />}
          </div>
        </>
      )}
      <NewSignInCard
        user={user}
        timeZone={timeZone}
        isOpen={isOpen}
        onClose={() => {
          setIsOpen(false)
          fresh.offered(user.id)
        }}
      />
    </Panel>
  )
}

const isUsable = (card: SignInCardState, at: Date): boolean =>
  card !== null && !card.usedAt && !card.revokedAt && card.expiresAt > at

interface CardStateProps extends SignInCardPanelProps {
  card: SignInCardState
  at: Date
}

function CardState({ user, card, at, timeZone }: CardStateProps) {
  const noCard = isBanned(user) ? m.card_banned : m.card_panel_intro
  if (!card) return <p className="mt-1 text-sm text-pretty text-muted">{noCard()}</p>
  const { createdAt, givenBy } = card
  const date = formatDate(createdAt, timeZone)
  return (
    <div className="mt-1 text-sm">
      <p className="font-medium">{outcome(card, at, timeZone)}</p>
      <p className="text-muted [overflow-wrap:anywhere]">
        {givenBy === null ? m.card_given({ date }) : m.card_given_by({ date, name: isolated(givenBy) })}
      </p>
    </div>
  )
}

function outcome(card: NonNullable<SignInCardState>, at: Date, timeZone: string): string {
  const { usedAt, revokedAt, expiresAt } = card
  if (usedAt) return m.card_used_on({ time: formatDateTime(usedAt, timeZone) })
  if (revokedAt) return m.card_revoked_on({ time: formatDateTime(revokedAt, timeZone) })
  const word = expiresAt > at ? m.card_open_until : m.card_expired_on
  return word({ time: formatDateTime(expiresAt, timeZone) })
}

function Revoke({ user }: { user: User }) {
  const revoke = useAction(() => revokeSignInCard({ data: { id: user.id } }), {
    refresh: useRefreshUsers(),
    success: m.card_revoke_done(),
    failure: m.card_not_revoked(),
    onRefused: useGoneUser(user),
  })
  return (
    <Button look="second" isBusy={revoke.isBusy} className="text-danger max-sm:grow" onClick={() => void revoke.run()}>
      {m.card_revoke()}
    </Button>
  )
}
