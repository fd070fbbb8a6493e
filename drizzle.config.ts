import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'turso', schema: './api/*/table.ts', out: './api/db/migrations' })
