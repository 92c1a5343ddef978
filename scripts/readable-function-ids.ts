import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

interface NamedFunction {
  filename: string
  functionName: string
}

/** The id of a server function, the same from build to build: `book.listBooks`. */
export const functionIdOf = ({ filename, functionName }: NamedFunction): string =>
  `${basename(filename).split('.')[0]}.${functionName.replace(/_createServerFn_handler$/, '')}`

/** How an id of TanStack Start's development server begins: the base64 of `{"file":"`. */
const START_ID = /eyJmaWxlIjoi[\w-]+/g

/** The address of a server function, as built servers have it too. */
const ADDRESS = /^\/_serverFn\/([\w-]+)[./]([\w-]+)(?=$|\?)/

/**
 * Gives server functions the addresses of a built server in development, where TanStack Start names them by the base64 of
 * their file alone.
 */
export function readableFunctionIds(root: string): Plugin {
  /** Start's ids by ours. */
  const ids = new Map<string, string>()
  return {
    name: 'readable-function-ids',
    apply: 'serve',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code) => {
      const named = code.replace(START_ID, (id) => {
        const { file, export: functionName }: Record<string, string> = JSON.parse(
          Buffer.from(id, 'base64url').toString(),
        )
        if (file === undefined || functionName === undefined) return id
        const readable = functionIdOf({ filename: file, functionName })
        ids.set(readable, id)
        return readable
      })
      return named === code ? undefined : { code: named, map: null }
    },
    configureServer: ({ middlewares, environments }) => {
      const find = async (file: string, name: string): Promise<string | undefined> => {
        const known = ids.get(`${file}.${name}`)
        const path = known === undefined && fileWith(root, file, name)
        if (path) await environments.client?.transformRequest(`/${path}`)
        return ids.get(`${file}.${name}`)
      }
      middlewares.use(async (request, _, next) => {
        const [whole, file = '', name = ''] = ADDRESS.exec(request.url ?? '') ?? []
        const id = whole === undefined ? undefined : await find(file, name).catch(() => undefined)
        if (whole !== undefined && id !== undefined) {
          request.url = request.url?.replace(whole, `/_serverFn/${id}`)
          // TanStack Start reads this one.
          request.originalUrl = request.url
        }
        next()
      })
    },
  }
}

/** The file that exports a server function, for one that no page has loaded yet. */
const fileWith = (root: string, file: string, name: string): string | undefined =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path).split('.')[0] === file && /\.tsx?$/.test(path))
    .map((path) => `src/${path}`)
    .find((path) => readFileSync(join(root, path), 'utf8').includes(`export const ${name} = createServerFn(`))
