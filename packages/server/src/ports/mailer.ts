/** Sends mail to people. */
export interface Mailer {
  /** Rejects when the server did not take it. */
  send(mail: Mail): Promise<void>;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}
