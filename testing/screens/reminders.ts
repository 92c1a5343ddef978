import { runSql } from '../database.ts'
import { oncePerServer, seeDialog, type Act, type Area } from './screen.ts'

/** A mail server that nothing reaches, and a class whose pupils have late books: some with an address, some with mails. */
const addMails = oncePerServer(async (dataDir) => {
  await runSql(
    dataDir,
    `insert into library_setting (mail_server, reminder_mails, lending) values (
       '{"host":"127.0.0.1","port":9,"security":"none","user":"","password":"","sender":"books@example.org"}',
       '{"since":"2026-11-02","language":"sw"}', true)
     on conflict (id) do update set mail_server = excluded.mail_server, reminder_mails = excluded.reminder_mails, lending = true`,
    [],
  )
  await runSql(
    dataDir,
    `with class as (
       insert into borrower_group (id, name, kind, language, reminders) values (gen_random_uuid(), '6e A', 'class', 'fr', 'slip') returning id
     ), pupils as (
       insert into borrower (id, name, email, group_id)
       select ('00000000-0000-7000-8000-00000000a70' || n)::uuid, (array['Awa Mbaye', 'Cheikh Fall', 'Khady Haddad', 'فاطمة الزهراء', 'Zawadi Mollel'])[n],
         case when n < 5 then 'family' || n || '@example.org' else '' end, class.id
       from class, generate_series(1, 5) as n
       returning id, name
     ), mails as (
       insert into reminder_mail (id, borrower_id, state, language, is_by_hand, queued_at, next_try_at, ended_at, email, problem)
       select gen_random_uuid(), id, case name when 'Awa Mbaye' then 'failed' when 'Khady Haddad' then 'unsure' else 'sent' end,
         'fr', true, now() - interval '1 day', now(), now(), 'family@example.org',
         case name when 'Awa Mbaye' then '550 5.1.1 <family@example.org>: Recipient address rejected: User unknown' end
       from pupils where name in ('Awa Mbaye', 'Khady Haddad', 'Cheikh Fall')
       returning id, borrower_id
     ), copies as (
       select id, row_number() over (order by id) as at from copy
       where condition = 'ok' and not exists (select from loan where copy_id = copy.id and returned_at is null)
         and not exists (select from hold where copy_id = copy.id)
     ), readers as (
       select pupils.id, mails.id as mail, row_number() over (order by name) as at from pupils left join mails on mails.borrower_id = pupils.id
     )
     insert into loan (id, copy_id, borrower_id, lent_at, due_on, act_id, reminders)
     select gen_random_uuid(), copies.id, readers.id, now() - interval '30 days', current_date - 9, gen_random_uuid(),
       case when readers.mail is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object(
         'kind', 'late', 'way', 'mail', 'at', '2026-11-23T09:00:00.000Z', 'day', (current_date - 9)::text, 'mail', readers.mail)) end
     from readers join copies on copies.at = readers.at`,
    [],
  )
})

/** Presses the button that sends mails, whose number is in its name. */
const askToSend: Act = async (visit) => {
  await visit.page
    .locator('main button', { hasText: /mail|بريد|barua/i })
    .first()
    .click()
  await seeDialog(visit)
}

/** Scrolls to the switch of the job. */
const showJob: Act = ({ page, w }) => page.getByText(w('reminder_job_language')).scrollIntoViewIfNeeded()

/** Reminders by mail, on a server of their own: with a mail server that is not there nobody could sign in to another one. */
export const REMINDERS: readonly Area[] = [
  {
    person: 'admin',
    settings: { SEED: 'sample' },
    before: addMails,
    screens: [
      {
        name: 'manager-letters-by-mail',
        path: '/manager/letters',
        next: [{ name: 'manager-letters-send', act: askToSend }],
      },
      { name: 'manager-settings-reminders', path: '/manager/settings', act: showJob },
      {
        name: 'manager-borrower-reminders',
        path: '/manager/borrowers/00000000-0000-7000-8000-00000000a701',
      },
    ],
  },
]
