/** Repeats a shape, which points up from the origin, around it. */
const around = (count: number, shape: string) =>
  Array.from(
    { length: count },
    (_, index) => `<g transform="rotate(${(360 / count) * index})">${shape}</g>`,
  ).join('')
const rowOf = (count: number, shape: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => shape(index)).join('')
const petals = (colour: string) =>
  around(6, `<ellipse cy="-30" rx="21" ry="30" fill="${colour}"/>`) + '<circle r="19" fill="#f5c72b"/>'
const plate = '<circle r="98" fill="#fbf7ef"/><circle r="72" fill="none" stroke="#e6dfd0" stroke-width="5"/>'

/** Things of trades as seen from above, each within 100 of the origin. */
export const THINGS = {
  ball: '<circle r="72" fill="#fbf7ef"/><path d="M0-72A72 72 0 0 1 62-36Q20-20 0-72zM-62 36A72 72 0 0 1-62-36Q-16-8-62 36zM62 36A72 72 0 0 1 0 72Q10 20 62 36z" fill="#b5432e"/><path d="M0-72A72 72 0 0 0-62-36Q-10-30 0-72zM62-36A72 72 0 0 1 62 36Q30 4 62-36z" fill="#f5c72b"/>',
  bag: '<path d="M-34-34v-24a34 34 0 0 1 68 0v24" fill="none" stroke="#7a4420" stroke-width="10"/><path d="M-68-36h136l10 132h-156z" fill="#d7aa70"/><path d="M-68-36h136l2 28h-140z" fill="#c4935a"/><circle cy="40" r="26" fill="#fbf7ef"/>',
  band: '<path d="M-70-40C-30-110 40-70 10-10S-60 70-10 82S70 40 62-20" fill="none" stroke="#3f7f86" stroke-width="26" stroke-linecap="round"/><path d="M-70-40C-30-110 40-70 10-10S-60 70-10 82S70 40 62-20" fill="none" stroke="#68a3a8" stroke-width="8" stroke-linecap="round"/><g fill="none" stroke="#2b3238" stroke-width="11"><path d="M-74-34l-20 8 8 34 28-8z"/><path d="M62-26l-18-16 24-24 20 22z"/></g>',
  blocks:
    '<rect x="-86" y="4" width="80" height="80" rx="8" fill="#b5432e"/><rect x="6" y="4" width="80" height="80" rx="8" fill="#3f7f86"/><rect x="-42" y="-84" width="80" height="80" rx="8" fill="#f5c72b"/><circle cx="-46" cy="44" r="20" fill="#fbf7ef"/><path d="M46 20l24 44h-48zM-18-62h32v36h-32z" fill="#fbf7ef"/>',
  bone: '<g fill="#fbf7ef"><path d="M-62-17h124v34h-124z"/><circle cx="-66" cy="-20" r="25"/><circle cx="-66" cy="20" r="25"/><circle cx="66" cy="-20" r="25"/><circle cx="66" cy="20" r="25"/></g>',
  book: '<rect x="-66" y="-90" width="132" height="180" rx="8" fill="#7a2f2a"/><path d="M-58-90h18v180h-18q-8 0-8-8v-164q0-8 8-8z" fill="#5f211e"/><path d="M-16-52h58M-16-28h40" stroke="#f0c869" stroke-width="8" stroke-linecap="round"/><path d="M54-82v164" stroke="#8f3f39" stroke-width="4"/>',
  bottle:
    '<rect x="-20" y="-98" width="40" height="32" rx="6" fill="#b5432e"/><path d="M-36-58q0-12 12-12h48q12 0 12 12v142q0 12-12 12h-48q-12 0-12-12z" fill="#8cc3d8"/><path d="M-36-8h72v50h-72z" fill="#fbf7ef"/><path d="M-22-54v30" stroke="#d6edf4" stroke-width="9" stroke-linecap="round"/>',
  bouquet: `<path d="M-64-10h128l-42 106h-44z" fill="#efe4cf"/><path d="M-64-10h64l-12 106h-10z" fill="#dccdb0"/><g fill="#5f7d4e"><ellipse cx="-66" cy="-34" rx="16" ry="40" transform="rotate(-40 -66 -34)"/><ellipse cx="66" cy="-34" rx="16" ry="40" transform="rotate(40 66 -34)"/></g><g transform="translate(-38 -34) scale(.72)">${petals('#e0828c')}</g><g transform="translate(38 -34) scale(.72)">${petals('#fbf7ef')}</g><g transform="translate(0 -66) scale(.72)">${petals('#d9573f')}</g><circle cy="-18" r="16" fill="#f0b08a"/>`,
  box: '<rect x="-88" y="-72" width="176" height="144" rx="4" fill="#cf9d63"/><path d="M-88-14h176v28h-176z" fill="#ecd2a4"/><path d="M-88-72h176v8h-176z" fill="#b8854b"/><path d="M46 40h26M46 54h26" stroke="#8a5c2b" stroke-width="6"/>',
  brush:
    '<path d="M-12 4h24l6 80q-6 14-18 14t-18-14z" fill="#c9935a"/><path d="M-38-28h76v34h-76z" fill="#a9b6ba"/><path d="M-38-28h76l-6-62q-32-14-64 0z" fill="#efe4cf"/><path d="M-34-64h68l-2-26q-32-14-64 0z" fill="#d9573f"/>',
  bucket:
    '<circle r="92" fill="#b5432e"/><circle r="78" fill="#8cc3d8"/><g fill="#f3fafc"><circle cx="-26" cy="-22" r="28"/><circle cx="10" cy="-34" r="20"/><circle cx="-2" cy="2" r="22"/><circle cx="36" cy="-12" r="14"/><circle cx="-44" cy="14" r="16"/></g>',
  bulb: '<circle cy="-30" r="62" fill="#f9d75a"/><path d="M-32 16h64l-6 34h-52z" fill="#f9d75a"/><path d="M-20-36l12 18 8-18 8 18 12-18M-8-18v66M8-18v66" fill="none" stroke="#b5832e" stroke-width="5" stroke-linejoin="round"/><rect x="-30" y="48" width="60" height="15" rx="7" fill="#a9b6ba"/><rect x="-25" y="66" width="50" height="14" rx="7" fill="#8fa1a6"/><rect x="-14" y="83" width="28" height="13" rx="6" fill="#5d6b73"/><path d="M-42-46q6-22 26-30" fill="none" stroke="#fff6d0" stroke-width="9" stroke-linecap="round"/>',
  calculator: `<rect x="-66" y="-92" width="132" height="184" rx="14" fill="#2b3238"/><rect x="-50" y="-76" width="100" height="42" rx="5" fill="#cfe0c4"/>${rowOf(12, index => `<rect x="${-50 + (index % 3) * 37}" y="${-22 + Math.floor(index / 3) * 26}" width="26" height="18" rx="4" fill="${index === 11 ? '#f5c72b' : '#8fa1a6'}"/>`)}`,
  calendar: `<rect x="-84" y="-72" width="168" height="160" rx="12" fill="#fbf7ef"/><path d="M-84-34v-26q0-12 12-12h144q12 0 12 12v26z" fill="#3f7f86"/><path d="M-44-90v34M44-90v34" stroke="#2b3238" stroke-width="11" stroke-linecap="round"/>${rowOf(12, index => `<rect x="${-66 + (index % 4) * 36}" y="${-16 + Math.floor(index / 4) * 34}" width="24" height="22" rx="4" fill="${index === 6 ? '#f5c72b' : '#e2d8c4'}"/>`)}<path d="M8 28l9 10 20-24" fill="none" stroke="#2b3238" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>`,
  camera:
    '<path d="M-40-54l12-24h56l12 24h42q14 0 14 14v92q0 14-14 14h-164q-14 0-14-14v-92q0-14 14-14z" fill="#2b3238"/><path d="M-96-16h192v44h-192z" fill="#8a5530"/><circle cy="6" r="50" fill="#a9b6ba"/><circle cy="6" r="38" fill="#15181d"/><circle cy="6" r="22" fill="#3f7f86"/><circle cx="-9" cy="-3" r="8" fill="#fbf7ef"/><rect x="56" y="-46" width="24" height="14" rx="4" fill="#f5c72b"/>',
  car: '<path d="M-54-52h12M42-52h12M-56 52h14M42 52h14" stroke="#2b3238" stroke-width="26"/><rect x="-46" y="-98" width="92" height="196" rx="34" fill="#b5432e"/><path d="M-36-40q36-22 72 0l-8 28h-56z" fill="#bcd6de"/><path d="M-34 66q34 14 68 0l-6-24h-56z" fill="#bcd6de"/><path d="M-28-6h56v42h-56z" fill="#c85a45"/><path d="M-36-86h14M22-86h14" stroke="#ffe9a8" stroke-width="9" stroke-linecap="round"/>',
  cheese:
    '<path d="M-92 30L84-58q20 32 12 88v34h-188z" fill="#f3c544"/><path d="M-92 30h188v34h-188z" fill="#dfa62d"/><circle cx="20" cy="2" r="15" fill="#dfa62d"/><circle cx="62" cy="-16" r="10" fill="#dfa62d"/><circle cx="-28" cy="16" r="8" fill="#dfa62d"/><circle cx="-20" cy="46" r="9" fill="#c48d1f"/>',
  coins:
    '<g stroke="#b5832e" stroke-width="6" fill="#f0c24a"><circle cx="-36" cy="26" r="48"/><circle cx="42" cy="34" r="40"/><circle cx="6" cy="-40" r="46"/></g><path d="M6-62v44M-36 4v44M42 14v40" stroke="#b5832e" stroke-width="8" stroke-linecap="round"/>',
  comb: `<rect x="-94" y="-36" width="188" height="30" rx="13" fill="#2b3238"/>${rowOf(13, index => `<path d="M${-84 + index * 14}-10v48" stroke="#2b3238" stroke-width="8" stroke-linecap="round"/>`)}`,
  cutlery:
    '<path d="M-44-94v50q0 20 16 24v112h20v-112q16-4 16-24v-50h-10v46h-10v-46h-12v46h-10v-46z" fill="#b9c6c9"/><path d="M34-94q34 10 34 70l-8 42h-8v74h-18z" fill="#a9b6ba"/>',
  document:
    '<rect x="-68" y="-92" width="136" height="184" rx="6" fill="#fbf7ef"/><path d="M-46-58h56M-46-30h92M-46-6h92M-46 18h64" stroke="#cfc7b6" stroke-width="8" stroke-linecap="round"/><path d="M20 62l-8 26 22-8 22 8-8-26z" fill="#8f3327"/><circle cx="34" cy="52" r="22" fill="#b5432e"/>',
  dress:
    '<path d="M-28-94h14q14 18 28 0h14l14 52-16 24 44 104q-70 24-140 0l44-104-16-24z" fill="#b5432e"/><path d="M-26-18h52l4 10h-60z" fill="#8f3327"/><path d="M-34 18l-18 68M0 18v76M34 18l18 68" stroke="#a03a28" stroke-width="5"/>',
  dumbbell:
    '<rect x="-52" y="-10" width="104" height="20" fill="#a9b6ba"/><g fill="#2b3238"><rect x="-96" y="-38" width="22" height="76" rx="9"/><rect x="-78" y="-58" width="28" height="116" rx="10"/><rect x="74" y="-38" width="22" height="76" rx="9"/><rect x="50" y="-58" width="28" height="116" rx="10"/></g><path d="M-64-40v44M64-40v44" stroke="#5d6b73" stroke-width="7" stroke-linecap="round"/>',
  flower: `<g transform="scale(1.5)">${petals('#f4a7a0')}</g>`,
  gift: '<rect x="-80" y="-66" width="160" height="140" rx="6" fill="#3f7f86"/><path d="M-80-8h160v24h-160zM-12-66h24v140h-24z" fill="#f5c72b"/><path d="M0-60q-54-46-58-8q0 18 58 8q54-46 58-8q0 18-58 8z" fill="none" stroke="#f5c72b" stroke-width="14"/>',
  hammer:
    '<rect x="-10" y="-50" width="20" height="148" rx="9" fill="#c9935a"/><rect x="-10" y="50" width="20" height="48" rx="9" fill="#8a5530"/><path d="M-66-84q0-14 14-14h72q34 4 46 34l-20 8q-10-16-28-14h-70q-14 0-14-14z" fill="#5d6b73"/>',
  house:
    '<rect x="-68" y="-16" width="136" height="108" fill="#fbf7ef"/><path d="M-96-6L0-92l96 86-14 12-82-72-82 72z" fill="#b5432e"/><rect x="-16" y="30" width="34" height="62" fill="#1f4a4d"/><path d="M-52 14h24v26h-24zM32 14h24v26h-24z" fill="#8cc3d8"/><circle cx="10" cy="62" r="4" fill="#f5c72b"/>',
  key: '<circle cy="-54" r="36" fill="none" stroke="#e0b040" stroke-width="20"/><path d="M-10-18h20v116h-20zM10 46h26v16h-26zM10 76h20v16h-20z" fill="#e0b040"/>',
  laptop:
    '<rect x="-80" y="-80" width="160" height="110" rx="10" fill="#2b3238"/><rect x="-70" y="-70" width="140" height="90" rx="4" fill="#5b9aa8"/><path d="M-52-46h60M-52-26h92M-52-6h40" stroke="#d6edf4" stroke-width="8" stroke-linecap="round"/><path d="M-98 38h196l-8 28q-3 8-12 8h-156q-9 0-12-8z" fill="#b9c6c9"/><path d="M-28 38h56v8h-56z" fill="#8fa1a6"/>',
  leaves:
    '<g fill="#5f7d4e"><path d="M-70 40q10-80 90-90q0 84-90 90z"/><path d="M-10 70q24-62 88-56q-16 66-88 56z" fill="#7d9a5f"/></g><path d="M-66 38L12-42M-6 68l76-50" stroke="#43603a" stroke-width="4"/>',
  lipstick:
    '<rect x="-28" y="14" width="56" height="84" rx="6" fill="#2b3238"/><rect x="-23" y="-24" width="46" height="42" fill="#e0b040"/><path d="M-18-24v-44q4-24 36-28v72z" fill="#b5433f"/><path d="M-18 30v44" stroke="#5d6b73" stroke-width="6" stroke-linecap="round"/>',
  mat: '<path d="M-66-36h132v72h-132z" fill="#3f7f86"/><path d="M-44-36v72M40-36v72" stroke="#f5c72b" stroke-width="9"/><circle cx="-66" r="36" fill="#3f7f86"/><circle cx="66" r="36" fill="#68a3a8"/><path d="M66-22a22 22 0 1 1-20 30q2-22 20-20q12 4 8 14" fill="none" stroke="#2f6268" stroke-width="6" stroke-linecap="round"/>',
  meat: '<path d="M-84-20q8-64 88-60t84 66q-4 46-58 50q-24 4-44 28t-44 6q-30-34-26-90z" fill="#f3ddd0"/><path d="M-68-16q8-48 72-46t68 52q-4 32-46 36q-30 4-48 26t-26 4q-24-26-20-72z" fill="#b5433f"/><path d="M-40-18q30-30 60-14M-30 22q20-34 56-26" fill="none" stroke="#e8b7a8" stroke-width="7" stroke-linecap="round"/><circle cx="40" cy="-18" r="14" fill="#f3ddd0"/>',
  mug: '<path d="M66-26h24q20 0 20 26t-20 26h-24z" fill="#e9dfcc"/><path d="M72-10h14q8 0 8 10t-8 10h-14z" fill="#b9a98c"/><circle r="76" fill="#fbf7ef"/><circle r="60" fill="#8a5530"/><path d="M-34-6q34-40 68 0q-34 40-68 0z" fill="#d9a874"/>',
  open: '<path d="M-50-34L0-84l50 50" fill="none" stroke="#8a5530" stroke-width="7" stroke-linejoin="round"/><circle cy="-86" r="9" fill="#5d6b73"/><rect x="-92" y="-36" width="184" height="104" rx="12" fill="#1f4a4d"/><rect x="-82" y="-26" width="164" height="84" rx="7" fill="none" stroke="#f5c72b" stroke-width="4"/><g fill="none" stroke="#fbf7ef" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"><circle cx="-48" cy="16" r="15"/><path d="M-18 32v-32h12a9 9 0 0 1 0 19h-12M34 0h-16v32h16M18 16h12M50 32v-32l18 32v-32"/></g>',
  paint:
    '<circle r="90" fill="#a9b6ba"/><circle r="78" fill="#d98a5f"/><path d="M-44-22q30-42 78-20" fill="none" stroke="#f0b58f" stroke-width="13" stroke-linecap="round"/><path d="M-20 44q34 20 66-12" fill="none" stroke="#c27448" stroke-width="13" stroke-linecap="round"/>',
  paw: '<path d="M0-6q44 6 54 50q4 34-30 34q-12 0-24-6q-12 6-24 6q-34 0-30-34q10-44 54-50z" fill="#fbf0e0"/><g fill="#fbf0e0"><ellipse cx="-66" cy="-14" rx="19" ry="27" transform="rotate(-24 -66 -14)"/><ellipse cx="-26" cy="-58" rx="20" ry="29"/><ellipse cx="26" cy="-58" rx="20" ry="29"/><ellipse cx="66" cy="-14" rx="19" ry="27" transform="rotate(24 66 -14)"/></g>',
  pen: '<path d="M-10-90q10-12 20 0v140l-10 46-10-46z" fill="#1f4a4d"/><path d="M-10 50h20l-10 46z" fill="#e2bd8a"/><path d="M-10 22h20v12h-20z" fill="#f5c72b"/><path d="M10-80h9v56h-9z" fill="#e0b040"/>',
  pencils:
    '<g transform="rotate(-12 0 0) translate(-26 0)"><path d="M-11-92h22v140l-11 46-11-46z" fill="#f5c72b"/><path d="M-11 48h22l-11 46z" fill="#efd3a8"/><path d="M-11-92h22v20h-22z" fill="#e0828c"/><path d="M-4 78h8l-4 16z" fill="#2b3238"/></g><g transform="rotate(14 0 0) translate(28 0)"><path d="M-11-92h22v140l-11 46-11-46z" fill="#3f7f86"/><path d="M-11 48h22l-11 46z" fill="#efd3a8"/><path d="M-4 78h8l-4 16z" fill="#2b3238"/></g>',
  phone:
    '<rect x="-50" y="-96" width="100" height="192" rx="18" fill="#2b3238"/><rect x="-41" y="-80" width="82" height="158" rx="6" fill="#8cc3d8"/><path d="M-41-10l30-18 18 30 34-44v120q0 0-6 0h-70q-6 0-6-6z" fill="#5b9aa8"/><circle cx="14" cy="-52" r="13" fill="#f9d75a"/>',
  photos:
    '<g transform="rotate(-12)"><rect x="-90" y="-66" width="112" height="128" fill="#fbf7ef"/><rect x="-80" y="-56" width="92" height="86" fill="#8cc3d8"/><path d="M-80 30v-24l30-26 24 22 20-14 18 18v24z" fill="#5f7d4e"/></g><g transform="rotate(10)"><rect x="-14" y="-52" width="108" height="124" fill="#fbf7ef"/><rect x="-4" y="-42" width="88" height="82" fill="#f0b58f"/><circle cx="40" cy="-6" r="22" fill="#f9d75a"/><path d="M-4 40v-22q44-24 88 0v22z" fill="#7a4a3a"/></g>',
  pillow:
    '<path d="M-94-56q94-18 188 0q12 56 0 112q-94 18-188 0q-12-56 0-112z" fill="#fbf7ef"/><path d="M-80-42q80-14 160 0q10 42 0 84q-80 14-160 0q-10-42 0-84z" fill="none" stroke="#e2d8c4" stroke-width="5"/><path d="M-94 18q94 26 188 0l-4 40q-92 18-184 0z" fill="#5b7f86"/>',
  pint: '<path d="M54-44h22q20 0 20 24v30q0 26-24 26h-20v-16h14q12 0 12-14v-20q0-14-12-14h-12z" fill="#d9e2e0"/><path d="M-56-64h112l-8 152q-48 14-96 0z" fill="#e3a33a"/><path d="M-30-30l4 96M4-30v100M34-30l-4 96" stroke="#f0c266" stroke-width="8" stroke-linecap="round"/><g fill="#fbf7ef"><circle cx="-36" cy="-66" r="25"/><circle cy="-74" r="28"/><circle cx="36" cy="-66" r="25"/><path d="M-58-66h116v22q-14 14-26 0q-16 18-32 0q-16 18-32 0q-12 14-26 0z"/></g>',
  pipe: '<path d="M-84-62h80q68 0 68 68v80h-54v-70q0-22-22-22h-72z" fill="#d08a52"/><path d="M-84-50h76q58 0 58 58v76" fill="none" stroke="#e6ad7c" stroke-width="10"/><rect x="-98" y="-70" width="26" height="70" rx="6" fill="#a8683a"/><rect x="2" y="70" width="70" height="26" rx="6" fill="#a8683a"/>',
  plant: `<circle r="62" fill="#b5653c"/><circle r="50" fill="#4a2a17"/>${around(7, '<path d="M0 0q-32-46 0-98q32 52 0 98z" fill="#5f7d4e"/><path d="M0-10v-70" stroke="#8fae74" stroke-width="4"/>')}`,
  plug: '<path d="M0 44v54" stroke="#2b3238" stroke-width="16" stroke-linecap="round"/><path d="M-26-30v-50M26-30v-50" stroke="#a9b6ba" stroke-width="16" stroke-linecap="round"/><path d="M-52-38h104v50q0 44-52 44t-52-44z" fill="#fbf7ef"/><circle cy="4" r="14" fill="#e6dfd0"/>',
  polish:
    '<rect x="-17" y="-98" width="34" height="96" rx="8" fill="#2b3238"/><path d="M-44 14q0-18 18-18h52q18 0 18 18v66q0 18-18 18h-52q-18 0-18-18z" fill="#d9798a"/><path d="M-28 20v40" stroke="#f0b4be" stroke-width="9" stroke-linecap="round"/>',
  roller:
    '<path d="M52-66h32v46h-84v34" fill="none" stroke="#a9b6ba" stroke-width="11"/><rect x="-84" y="-94" width="138" height="54" rx="12" fill="#f0b58f"/><path d="M-84-82q0-12 12-12h114q12 0 12 12v4h-138z" fill="#f7cdb2"/><rect x="-15" y="10" width="30" height="88" rx="13" fill="#b5432e"/>',
  scissors:
    '<path d="M-15 18L40-98l18 10-42 112zM15 18L-40-98l-18 10 42 112z" fill="#b9c6c9"/><circle cx="-36" cy="58" r="28" fill="none" stroke="#b5432e" stroke-width="15"/><circle cx="36" cy="58" r="28" fill="none" stroke="#b5432e" stroke-width="15"/><circle cy="10" r="7" fill="#5d6b73"/>',
  screwdriver:
    '<rect x="-8" y="-96" width="16" height="106" fill="#a9b6ba"/><path d="M-20 8q20-14 40 0v74q0 16-20 16t-20-16z" fill="#f5c72b"/><path d="M-8 18v58M8 18v58" stroke="#d3a414" stroke-width="5" stroke-linecap="round"/>',
  setting: `<g transform="scale(.74)">${plate}</g><g fill="#a9b6ba"><path d="M-98-60h6v28h5v-28h6v28h5v-28h6v34q0 10-9 14v86h-10v-86q-9-4-9-14z"/><path d="M78-60q20 8 20 44l-4 26h-5v64h-11z"/></g>`,
  shirt:
    '<path d="M-34-84q34 28 68 0l60 32-24 48-26-12v106h-88v-106l-26 12-24-48z" fill="#5b7f86"/><path d="M-34-84q34 28 68 0l-10 22q-24 14-48 0z" fill="#42636a"/><path d="M0-56v142" stroke="#42636a" stroke-width="4"/><circle cy="-24" r="4" fill="#fbf7ef"/><circle cy="10" r="4" fill="#fbf7ef"/><circle cy="44" r="4" fill="#fbf7ef"/>',
  spray:
    '<path d="M-40-8q0-28 22-38h36q22 10 22 38v92q0 14-14 14h-52q-14 0-14-14z" fill="#5b9aa8"/><rect x="-18" y="-64" width="36" height="24" fill="#fbf7ef"/><path d="M-56-98h78q20 2 20 34h-66q-6-16-32-14z" fill="#b5432e"/><rect x="-26" y="8" width="52" height="52" rx="6" fill="#fbf7ef"/><path d="M-12 42q0-12 12-26q12 14 12 26a12 12 0 0 1-24 0z" fill="#5b9aa8"/>',
  stethoscope:
    '<path d="M-56-88v52a46 46 0 0 0 92 0v-52M-10 10v24q0 44 42 44t44-42" stroke="#5b9aa8" stroke-width="13" fill="none" stroke-linecap="round"/><circle cx="76" cy="22" r="22" fill="#b9c6c9"/><circle cx="76" cy="22" r="11" fill="#8fa1a6"/><path d="M-56-92v14M36-92v14" stroke="#b5432e" stroke-width="17" stroke-linecap="round"/>',
  table:
    '<path d="M-54-4l-18 84M54-4l18 84M-62 46h124" fill="none" stroke="#8a5530" stroke-width="11" stroke-linecap="round"/><rect x="-96" y="-34" width="192" height="32" rx="13" fill="#3f7f86"/><path d="M-84-24h168" stroke="#68a3a8" stroke-width="6" stroke-linecap="round"/><rect x="-90" y="-62" width="58" height="30" rx="14" fill="#fbf7ef"/><path d="M22-50h50q8 0 8 8v8h-66v-8q0-8 8-8z" fill="#f5c72b"/><path d="M16-42h62" stroke="#d3a414" stroke-width="4"/>',
  tap: '<path d="M-96-22h66q4-34 34-34h12q78 4 78 86h-46q0-36-36-36h-108z" fill="#b9c6c9"/><path d="M-96-22h20v16h-20z" fill="#8fa1a6"/><path d="M-2-82h16v30h-16z" fill="#8fa1a6"/><rect x="-40" y="-96" width="92" height="24" rx="12" fill="#b5432e"/><path d="M71 46q22 28 0 42q-22-14 0-42z" fill="#5b9aa8"/>',
  tooth:
    '<path d="M-62-50q8-44 62-22q54-22 62 22q4 42-18 66q-8 62-24 62q-16 0-16-44q0-14-4-14t-4 14q0 44-16 44t-24-62q-22-24-18-66z" fill="#fbf7ef"/><path d="M-42-44q4-16 22-14" fill="none" stroke="#d9e2e0" stroke-width="9" stroke-linecap="round"/>',
  toothbrush:
    '<path d="M-10-96q10-6 20 0v184q0 10-10 10t-10-10z" fill="#3f7f86"/><path d="M10-92h22v58h-22z" fill="#fbf7ef"/><path d="M10-78h22M10-64h22M10-50h22" stroke="#8cc3d8" stroke-width="5"/>',
  trowel:
    '<rect x="-12" y="18" width="24" height="80" rx="12" fill="#c9935a"/><path d="M-6-10h12v34h-12z" fill="#8fa1a6"/><path d="M-40-8q-4-58 40-90q44 32 40 90q-40 14-80 0z" fill="#b9c6c9"/><path d="M0-84v70" stroke="#8fa1a6" stroke-width="5"/>',
  truck:
    '<rect x="-98" y="-60" width="124" height="100" rx="6" fill="#fbf7ef"/><path d="M30-30h38l30 38v32h-68z" fill="#f5c72b"/><path d="M42-18h22l20 26h-42z" fill="#bcd6de"/><path d="M-98 28h196v14h-196z" fill="#5d6b73"/><g fill="#2b3238"><circle cx="-56" cy="44" r="24"/><circle cx="58" cy="44" r="24"/></g><g fill="#b9c6c9"><circle cx="-56" cy="44" r="10"/><circle cx="58" cy="44" r="10"/></g><path d="M-74-28h70" stroke="#b5432e" stroke-width="12" stroke-linecap="round"/>',
  tyre: `<circle r="96" fill="#2b3238"/><circle r="80" fill="none" stroke="#42494f" stroke-width="5"/><circle r="58" fill="#b9c6c9"/>${around(5, '<path d="M-8-54h16l-4 40h-8z" fill="#8fa1a6"/>')}<circle r="16" fill="#5d6b73"/>`,
  wine: '<path d="M-48-92h96q10 86-40 100v60h32q8 0 8 18h-96q0-18 8-18h32v-60q-50-14-40-100z" fill="#dfe9e6"/><path d="M-46-46h92q-2 44-46 50q-44-6-46-50z" fill="#8f2f3a"/>',
  wrench:
    '<path d="M-15-98a50 50 0 0 0-14 88v78a29 29 0 0 0 58 0v-78a50 50 0 0 0-14-88v52h-30z" fill="#a9b6ba"/><path d="M-12-4v66" stroke="#c9d3d6" stroke-width="8" stroke-linecap="round"/><circle cy="70" r="12" fill="#5d6b73"/>',
} as const satisfies Record<string, string>

export type Thing = keyof typeof THINGS
