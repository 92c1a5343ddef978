import { useState } from 'react'
import { CARD_DAYS } from '#base/auth/sign-in-card/card-code.schema.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { makeClassCards } from '../class-account.data.ts'
import type { AccountsPlan, ClassCard, PlannedAccount } from '../class-account.schema.ts'
import { MadeCards } from './made-cards.tsx'

interface CardsOfClassProps {
  plan: AccountsPlan
  timeZone: string
}

/** Sign-in cards for those of a class who have an account: who gets one, how long they are valid, then the cards, which are shown once. */
export function CardsOfClass({ plan: { people, hasCards }, timeZone }: CardsOfClassProps) {
  const [cards, setCards] = useState<readonly ClassCard[]>([])
  const holders = people.filter(({ account }) => account?.mayGetCard)
  if (cards.length > 0) return <MadeCards cards={cards} timeZone={timeZone} onDone={() => setCards([])} />
  if (!hasCards || holders.length === 0) return null
  // Another list of holders begins with the usual ticks.
  return <ChooseHolders key={holders.map(({ id }) => id).join()} holders={holders} onMade={setCards} />
}

interface ChooseHoldersProps {
  holders: readonly PlannedAccount[]
  onMade: (cards: readonly ClassCard[]) => void
}

function ChooseHolders({ holders, onMade }: ChooseHoldersProps) {
  // Who has signed in has a way to come back; the others need the card.
  const [chosen, setChosen] = useState(
    () => new Set(holders.flatMap(({ id, account }) => (account?.hasSignedIn ? [] : [id]))),
  )
  const [days, setDays] = useState<(typeof CARD_DAYS)[number]>(30)
  const refresh = useRefresh('borrower')
  const make = useAction(
    async () => {
      const cards = await makeClassCards({ data: { ids: [...chosen], days } })
      onMade(cards)
      void refresh()
    },
    { failure: m.class_account_no_cards() },
  )
  const replaced = holders.filter(({ id, account }) => chosen.has(id) && account?.hasOpenCard).length
  const all = chosen.size === holders.length
  const box = 'size-[1.125rem] flex-none accent-accent'
  return (
    <Panel title={m.class_account_cards()} className="mt-4">
      <p className="mt-1 max-w-prose text-sm text-pretty text-muted">{m.class_account_cards_text()}</p>
      <Form
        isChanged={false}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen.size > 0) void make.run()
        }}
      >
        <label className="mt-2 flex min-h-11 w-fit cursor-pointer items-center gap-3 font-medium">
          <CheckBox
            checked={all}
            className={box}
            onChange={() => setChosen(new Set(all ? [] : holders.map(({ id }) => id)))}
          />
          {m.class_account_cards_all()}
        </label>
        {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
        <ul role="list" className="max-h-96 overflow-y-auto border-y border-line sm:columns-2 sm:gap-8 xl:columns-3">
          {holders.map(({ id, name, className, card, account }) => (
            <li key={id} className="break-inside-avoid">
              <label className="flex min-h-11 cursor-pointer items-center gap-3">
                <CheckBox
                  checked={chosen.has(id)}
                  className={box}
                  onChange={({ target }) => {
                    const next = new Set(chosen)
                    if (target.checked) next.add(id)
                    else next.delete(id)
                    setChosen(next)
                  }}
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <bdi>{name}</bdi>{' '}
                  <span className="text-sm text-muted">
                    {className !== null && (
                      <>
                        <bdi>{className}</bdi>
                        {' · '}
                      </>
                    )}
                    <bdi>{card}</bdi>
                    {account?.hasSignedIn && ` · ${m.class_account_signed_in()}`}
                    {account?.hasOpenCard && ` · ${m.class_account_open_card()}`}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        <div className="mt-3 flex flex-wrap items-end gap-x-4 gap-y-3">
          <SelectField
            className="min-w-[min(10rem,100%)]"
            label={m.account_key_days_label()}
            value={String(days)}
            options={CARD_DAYS.map((count) => ({
              value: String(count),
              label: m.trash_days({ count, shown: formatNumber(count) }),
            }))}
            onChange={(value) => setDays(CARD_DAYS.find((one) => String(one) === value) ?? days)}
          />
          <Button
            {...blockedInDemo}
            className="max-w-full [overflow-wrap:anywhere]"
            type="submit"
            isBusy={make.isBusy}
            disabled={chosen.size === 0}
          >
            {m.class_account_cards_make({ count: formatNumber(chosen.size) })}
          </Button>
        </div>
        {replaced > 0 && (
          <p role="status" className="mt-2 text-sm text-pretty">
            {m.class_account_cards_replaced({ count: formatNumber(replaced) })}
          </p>
        )}
      </Form>
    </Panel>
  )
}
