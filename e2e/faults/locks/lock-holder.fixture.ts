import { Database } from 'bun:sqlite'

/**
 * Acts as another program that uses a database file. Reads one number per line, holds the write lock for that many
 * milliseconds, and prints `locked` and `released`.
 */
const [file = ''] = process.argv.slice(2)
const db = new Database(file)
db.run('PRAGMA busy_timeout = 60000')
console.log('ready')
for await (const line of console) {
  db.run('BEGIN IMMEDIATE')
  console.log('locked')
  await Bun.sleep(Number(line))
  db.run('ROLLBACK')
  console.log('released')
}
