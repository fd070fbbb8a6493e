/** Returns the top-level names of a `fields` parameter: `id,likes.summary(true){id}` gives `id` and `likes`. */
export function splitFields(text: string): string[] {
  const names: string[] = []
  let depth = 0
  let name = ''
  for (const sign of `${text},`) {
    if (sign === '{' || sign === '(') depth++
    if (depth === 0 && sign === ',') {
      names.push(name.split('.')[0] ?? '')
      name = ''
    } else if (depth === 0 && sign !== ' ') name += sign
    if (sign === '}' || sign === ')') depth--
  }
  return names.filter(each => each !== '')
}
