import { defineConfig } from 'drizzle-kit'
import ofMaktaba from './drizzle.config.ts'

/** The migrations of a product that is built on Maktaba: docs/decisions/0077-migrations.md. */
export default defineConfig({ ...ofMaktaba, out: './drizzle/own' })
