/** Returns a text in lower case with straight quotes, as people type when they search. */
export const searchText = (text: string) =>
  text.toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')
