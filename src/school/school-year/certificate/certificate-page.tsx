import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { Spinner } from '#base/ui/state/spinner.tsx'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import { SchoolYearTabs, ToBorrowers } from '../shared/school-year-tabs.tsx'
import { CertificatePaper } from './certificate-paper.tsx'
import { certificatesQuery } from './certificate.data.ts'
import type { CertifiedPerson } from './certificate.schema.ts'

interface CertificatePageProps {
  groupId: string | undefined
  borrowerId: string | undefined
}

/** The certificate 'owes nothing', for a class or one borrower: who still has or owes books, and a paper for each of the others. */
export function CertificatePage({ groupId, borrowerId }: CertificatePageProps) {
  const groups = useSuspenseQuery(groupsQuery).data.items
  const navigate = useNavigate()
  const whose = borrowerId === undefined ? (groupId === undefined ? undefined : { groupId }) : { borrowerId }
  const { data, error } = useQuery({ ...certificatesQuery(whose ?? { groupId: '' }), enabled: whose !== undefined })
  const isInBrowser = useInBrowser(() => true, false)
  const owing = data?.people.filter(({ books }) => books.length > 0) ?? []
  const free = data?.people.filter(({ books }) => books.length === 0) ?? []
  return (
    <ManagerPage
      title={m.certificate_title()}
      trail={<ToBorrowers />}
      actions={
        free.length > 0 && (
          <Button onClick={() => window.print()}>{m.certificate_print({ count: formatNumber(free.length) })}</Button>
        )
      }
    >
      <SchoolYearTabs />
      {groups.length === 0 && !whose && (
        <EmptyState
          title={m.group_none_title()}
          text={m.certificate_text()}
          action={
            <Link to="/manager/borrowers/groups" className={buttonClass()}>
              {m.group_list()}
            </Link>
          }
        />
      )}
      <SelectField
        className={`mb-4 max-w-72 ${groups.length === 0 ? 'hidden' : ''}`}
        label={m.borrower_group()}
        value={groupId ?? ''}
        options={[
          { value: '', label: m.certificate_choose() },
          ...groups.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) =>
          void navigate({
            to: '/manager/borrowers/certificates',
            search: { groupId: id === '' ? undefined : id, borrowerId: undefined },
            replace: true,
          })
        }
      />
      {error && <p role="alert">{error.message}</p>}
      {whose && !data && !error && <Spinner />}
      {!whose && groups.length > 0 && <p className="max-w-prose text-pretty text-muted">{m.certificate_text()}</p>}
      {data && (
        <div role="status" className="grid items-start gap-4 xl:grid-cols-2">
          <Panel
            title={m.certificate_owing()}
            action={
              <span className="text-sm font-semibold text-danger tabular-nums">{formatNumber(owing.length)}</span>
            }
          >
            {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
            <ul role="list" className="mt-2">
              {owing.map((one) => (
                <Owing key={one.id} person={one} />
              ))}
            </ul>
          </Panel>
          <Panel
            title={m.certificate_free()}
            action={<span className="text-sm text-muted tabular-nums">{formatNumber(free.length)}</span>}
          >
            {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
            <ul role="list" className="mt-2">
              {free.map(({ id, name, schoolNumber, card }) => (
                <li key={id} className="flex gap-x-4 border-t border-line py-2">
                  <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{name}</bdi>
                  <bdi className="font-mono text-sm text-muted">{schoolNumber || card}</bdi>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
      )}
      {isInBrowser && data && free.length > 0 && <CertificatePaper people={free} day={data.day} />}
    </ManagerPage>
  )
}

/** Who gets no certificate, and for which books. */
function Owing({ person: { id, name, schoolNumber, card, books } }: { person: CertifiedPerson }) {
  return (
    <li className="border-t border-line py-2">
      <p className="flex gap-x-4">
        <Link
          to="/manager/borrowers/$id"
          params={{ id }}
          className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <bdi className="font-mono text-sm text-muted">{schoolNumber || card}</bdi>
      </p>
      {books.map((book) => (
        <p key={book.id} className="flex flex-wrap gap-x-3 text-sm">
          <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
            <bdi>{book.title}</bdi> <bdi className="font-mono text-muted">{book.number}</bdi>
          </span>
          <span className={book.isLate || book.isLost ? 'font-semibold text-danger' : 'text-muted'}>
            {book.isLost ? m.certificate_lost() : m.borrower_due({ day: formatDay(book.dueOn) })}
          </span>
        </p>
      ))}
    </li>
  )
}
