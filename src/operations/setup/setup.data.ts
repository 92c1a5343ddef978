import { createServerFn } from '@tanstack/react-start'
import { getRequest } from '@tanstack/react-start/server'
import { readSetup } from './setup.server.ts'

/** What the page of the set-up shows; null where it is not open. */
export const getSetup = createServerFn({ method: 'GET' }).handler(() => readSetup(getRequest().headers.get('cookie')))
