import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CARD_DAYS } from '#base/auth/sign-in-card/card-code.schema.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useGoneUser } from '../shared/user-outcome.ts'
import { useRefreshUsers } from '../user.data.ts'
import type { User } from '../user.schema.ts'
import { userWord } from '../user-word.ts'
import { useWantsCard } from './fresh-card.ts'
import { CardShown } from './card-shown.tsx'
import { giveSignInCard } from './sign-in-card.data.ts'
import type { GivenSignInCard } from './sign-in-card.schema.ts'

interface NewSignInCardProps {
  user: User
  timeZone: string
  isOpen: boolean
  onClose: () => void
}

const OPTIONS = () =>
  CARD_DAYS.map((count) => ({
    value: String(count),
    label: m.trash_days({ count, shown: formatNumber(count) }),
  }))

/** Dialog that makes a card: how long it is valid, then the card, which is shown once. */
export function NewSignInCard({ user, timeZone, isOpen, onClose }: NewSignInCardProps) {
  const [days, setDays] = useState<(typeof CARD_DAYS)[number]>(7)
  const [given, setGiven] = useState<GivenSignInCard>()
  const problem = useProblem()
  const refresh = useRefreshUsers()
  const name = userWord(user)
  const give = useAction(
    async () => {
      setGiven(await giveSignInCard({ data: { id: user.id, days } }))
      void refresh()
    },
    { problem, onRefused: useGoneUser(user) },
  )
  const wantsCard = useWantsCard(user.id)
  const navigate = useNavigate()
  const addNext = () => {
    close()
    void navigate({ to: '/manager/users/new' })
  }
  const close = () => {
    setGiven(undefined)
    problem.say()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={m.card_make_title({ name: isolated(name) })}
      description={given ? m.card_made_text() : m.card_make_text({ name: isolated(name) })}
      closeLabel={m.common_close()}
    >
      {given ? (
        <CardShown
          given={given}
          name={name}
          timeZone={timeZone}
          onDone={close}
          onNext={wantsCard ? addNext : undefined}
        />
      ) : (
        <>
          <SelectField
            label={m.account_key_days_label()}
            value={String(days)}
            options={OPTIONS()}
            onChange={(value) => setDays(CARD_DAYS.find((one) => String(one) === value) ?? days)}
          />
          <FieldNote id="card-note" error={problem.text} />
          <Button isBusy={give.isBusy} className="min-h-12" onClick={() => void give.run()}>
            {m.card_make()}
          </Button>
          <Button look="second" onClick={close}>
            {m.common_cancel()}
          </Button>
        </>
      )}
    </Dialog>
  )
}
