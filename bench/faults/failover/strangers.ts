import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import type { Ledger } from '../ledger.ts'
import type { Cluster, DatabaseName } from './cluster.ts'
import type { Knock, Outcome } from './knock.ts'
import type { MachineName } from './machine.ts'

type Say = (line: string) => void

/** Tries knocks from a machine; a problem for each that is let in and should not be, or the other way round. */
async function knockFrom(
  { cluster, ledger }: { cluster: Cluster; ledger: Ledger },
  from: MachineName,
  knocks: readonly Knock[],
): Promise<Outcome[]> {
  const program = [process.execPath, join(projectRoot, 'bench', 'faults', 'failover', 'knock.ts')]
  const outcomes: Outcome[] = JSON.parse(
    await cluster.machines[from].run(program, 'root', { input: JSON.stringify(knocks) }),
  )
  for (const [index, { what, isWelcome }] of knocks.entries()) {
    const { isIn = !isWelcome, said = 'nothing' } = outcomes[index] ?? {}
    if (isIn !== isWelcome) ledger.problem(`from ${from}, ${what}: ${isIn ? 'let in' : 'refused'} (${said})`)
  }
  return outcomes
}

const etcd = (url: string) => ({ url, method: 'PUT', body: 'value=mine' })

/** All that would change something at etcd, Patroni and PostgreSQL of `db1`, with what a knock brings in common. */
function knocksAt(
  address: string,
  cluster: Cluster,
  common: Pick<Knock, 'isWelcome' | 'folder'>,
  who: string,
): Knock[] {
  const password = cluster.password('API_PASSWORD')
  const key = '/v2/keys/service/maktaba/stranger'
  const database = {
    host: address,
    user: 'maktaba',
    password: cluster.password('DATABASE_PASSWORD'),
    database: 'maktaba',
  }
  return [
    { ...common, what: `etcd ${who}`, program: 'etcd', http: etcd(`https://${address}:2379${key}`) },
    { ...common, what: `an etcd of it ${who}`, program: 'etcd', http: { url: `https://${address}:2380/members` } },
    {
      ...common,
      what: `Patroni with the password ${who}`,
      http: { url: `https://${address}:8008/config`, method: 'PATCH', password, body: '{"loop_wait":5}' },
    },
    { ...common, what: `PostgreSQL with the password ${who}`, database },
  ]
}

const withoutTls = (knock?: Knock): Knock[] =>
  knock?.http ? [{ ...knock, http: { ...knock.http, url: knock.http.url.replace('https:', 'http:') } }] : []

/** Without TLS, with the right passwords. */
function plainKnocksAt(address: string, cluster: Cluster): Knock[] {
  const [client, peer, api, database] = knocksAt(address, cluster, { isWelcome: false }, 'without TLS')
  return [
    ...[client, peer, api].flatMap(withoutTls),
    ...(database?.database ? [{ ...database, database: { ...database.database, isPlain: true } }] : []),
  ]
}

/** While no firewall is in the way: whoever has no certificate of the cluster is refused, also with the passwords. */
export async function knockAtOpenPorts(cluster: Cluster, ledger: Ledger, say: Say): Promise<void> {
  const around = { cluster, ledger }
  const { primary, standby } = await roles(cluster)
  const { address } = cluster.machines[primary]
  const own = (machine: MachineName): string => join(cluster.prepared, machine)
  // The same names and addresses, by another CA.
  const forged = join(cluster.prepare('forged'), 'db1')
  const refused = { isWelcome: false }
  const api = { url: `https://${address}:8008/config`, method: 'PATCH', body: '{"loop_wait":5}' }
  const rewinder = {
    host: address,
    user: 'rewinder',
    password: cluster.password('REWIND_PASSWORD'),
    database: 'postgres',
  }
  const maktaba = { ...rewinder, user: 'maktaba', password: cluster.password('DATABASE_PASSWORD'), database: 'maktaba' }
  const outcomes = [
    ...(await knockFrom(around, 'stranger', [
      ...knocksAt(address, cluster, refused, 'without a certificate'),
      ...knocksAt(address, cluster, { ...refused, folder: forged }, 'with a forged certificate'),
      ...plainKnocksAt(address, cluster),
    ])),
    ...(await knockFrom(around, standby, [
      {
        what: 'etcd',
        isWelcome: true,
        folder: own(standby),
        program: 'etcd',
        http: etcd(`https://${address}:2379/v2/keys/try`),
      },
      {
        what: 'an etcd',
        isWelcome: true,
        folder: own(standby),
        program: 'etcd',
        http: { url: `https://${address}:2380/members` },
      },
      { what: 'Patroni without the password', ...refused, folder: own(standby), http: api },
      {
        what: 'Patroni',
        isWelcome: true,
        folder: own(standby),
        http: { ...api, password: cluster.password('API_PASSWORD') },
      },
      { what: 'PostgreSQL as rewinder', isWelcome: true, folder: own(standby), database: rewinder },
      { what: 'PostgreSQL as rewinder without a certificate', ...refused, database: rewinder },
    ])),
    ...(await knockFrom(around, 'app1', [
      { what: 'PostgreSQL', isWelcome: true, database: maktaba },
      { what: 'PostgreSQL without TLS', ...refused, database: { ...maktaba, isPlain: true } },
      {
        what: 'PostgreSQL that another CA has to prove',
        ...refused,
        folder: forged,
        database: { ...maktaba, isChecked: true },
      },
      { what: 'PostgreSQL as rewinder', ...refused, folder: own(standby), database: rewinder },
      { what: 'whether Patroni’s is the primary', isWelcome: true, http: { url: `https://${address}:8008/primary` } },
    ])),
  ]
  tell(outcomes, 'ports without a firewall', say)
}

/** With the firewall: a stranger gets no answer at all, whatever it has stolen; and the machines reach what they need and no more. */
export async function knockAtClosedPorts(cluster: Cluster, ledger: Ledger, say: Say): Promise<void> {
  const around = { cluster, ledger }
  const outcomes: Outcome[] = []
  for (const { name, address } of cluster.databases) {
    const stolen = { isWelcome: false, folder: join(cluster.prepared, name) }
    outcomes.push(
      ...(await knockFrom(around, 'stranger', knocksAt(address, cluster, stolen, 'past the firewall'))),
      ...(await knockFrom(around, 'app1', knocksAt(address, cluster, stolen, 'past the firewall').slice(0, 2))),
      ...(await knockFrom(around, 'witness', knocksAt(address, cluster, stolen, 'past the firewall').slice(3))),
    )
  }
  const answered = outcomes.filter(({ said }) => said !== 'no answer')
  if (answered.length > 0) ledger.problem(`behind the firewall: ${answered.map(({ said }) => said).join(', ')}`)
  tell(outcomes, 'ports behind the firewall', say)
}

function tell(outcomes: readonly Outcome[], where: string, say: Say): void {
  const said = new Map<string, number>()
  for (const outcome of outcomes) said.set(outcome.said, (said.get(outcome.said) ?? 0) + 1)
  say(`${outcomes.length} knocks at ${where}: ${[...said].map(([what, count]) => `${count} × ${what}`).join('; ')}`)
}

async function roles(cluster: Cluster): Promise<{ primary: DatabaseName; standby: DatabaseName }> {
  const isSecond = (await cluster.primary())?.name === 'db2'
  return isSecond ? { primary: 'db2', standby: 'db1' } : { primary: 'db1', standby: 'db2' }
}
