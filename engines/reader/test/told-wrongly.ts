/**
 * Questions of the tests that a passage nearly answers, and that the encoder takes it for the answer to. Each that it learns to leave is one less
 * here.
 */
export const toldWrongly: ReadonlySet<string> = new Set([
  'Who is the oldest keeper?',
  'How many people has the new stair room for?',
  'How many guides are there now?',
  'Wie groß ist der Balkon?',
  'What colour will be the paint?',
  'Which bridge should vans use?',
  'How many more stamps do I need for the voucher?',
  'What does a low bench cost?',
  'What is the cat called?',
  'Who leads the hedge cutting?',
  'What is the website of the office?',
  '¿Cuántos años tiene el guía Tomás?',
  'Who directed the play?',
  'Why can Ida not steer?',
  '¿Cuánto costó el ascensor?',
  'Do I have to pay anything to register my bicycle?',
]);

/** Questions of the tests that are answered in a text, and that the encoder is not sure enough of: the answer is shown, not told. */
export const onlyShown: ReadonlySet<string> = new Set([
  'How much is the deposit?',
  'How much does it cost?',
  'May dogs come?',
  'How much is the charge for a second lamp?',
  'How many votes did Quill Astor get?',
]);
