import type { ErrorCode } from '@parley/sdk';

export interface ErrorWords {
  title: string;
  /** What to do about it. */
  remedy: string;
}

const say = (title: string, remedy: string): ErrorWords => ({ title, remedy });

const again = 'Versuche es noch einmal.';
const operator = 'Wer diese Instanz betreibt, muss das einrichten.';

/** What each error of the service means and what helps, by its code. */
export const errors: Readonly<Record<ErrorCode, ErrorWords>> = {
  invalid_request: say('Die Angaben passen nicht', 'Ändere, was die Meldung nennt.'),
  invalid_json: say('Das ist kein gültiges JSON', 'Die Meldung nennt die Stelle, an der das Lesen endete.'),
  unsupported_media_type: say('Diese Art von Inhalt wird nicht angenommen', 'Schicke JSON oder eine Datei.'),
  payload_too_large: say('Das ist zu viel auf einmal', 'Schicke weniger, oder lade lange Texte als Datei hoch.'),
  not_found: say('Das gibt es nicht', 'Vielleicht wurde es gelöscht, oder es gehört zu einem anderen Arbeitsbereich.'),
  method_not_allowed: say('Das geht an dieser Adresse nicht', 'Lade die Seite neu und versuche es noch einmal.'),
  conflict: say('Das geht im jetzigen Zustand nicht', 'Lade die Seite neu und sieh nach, was sich geändert hat.'),
  legal_hold: say('Das muss aufbewahrt werden', 'Erst wenn die Aufbewahrung aufgehoben ist, lässt es sich löschen.'),
  internal_error: say(
    'Im Dienst ist ein Fehler aufgetreten',
    `${again} Bleibt er, melde ihn mit der Nummer der Anfrage.`,
  ),
  body_timeout: say('Die Anfrage kam nicht rechtzeitig an', `Prüfe die Verbindung. ${again}`),
  request_timeout: say(
    'Die Anfrage hat zu lange gedauert',
    'Verlange weniger auf einmal, oder lass es im Hintergrund laufen.',
  ),
  service_unavailable: say('Der Dienst ist gerade nicht bereit', 'Warte einen Augenblick und versuche es noch einmal.'),
  client_closed_request: say('Die Anfrage wurde abgebrochen', 'Schicke sie noch einmal, wenn du sie noch brauchst.'),
  authentication_required: say('Du bist nicht angemeldet', 'Melde dich an.'),
  second_factor_required: say('Es fehlt der zweite Faktor', 'Gib den Code deiner App oder einen Ersatzcode ein.'),
  invalid_api_key: say(
    'Der Schlüssel gilt nicht',
    'Er ist falsch geschrieben, widerrufen oder abgelaufen. Nimm einen anderen.',
  ),
  forbidden: say(
    'Das darfst du nicht',
    'Deine Rolle oder der Schlüssel erlaubt das nicht. Bitte einen Inhaber oder Admin um mehr Rechte.',
  ),
  rate_limit_exceeded: say('Zu viele Anfragen', 'Warte etwas und mache dann langsamer weiter.'),
  blocked_by_guard: say(
    'Eine Schutzregel hält das auf',
    'Sag es ohne das, was die Meldung nennt, oder bitte einen Admin, die Schutzregel zu ändern.',
  ),
  budget_exceeded: say(
    'Das Budget ist aufgebraucht',
    'Warte auf den nächsten Zeitraum, oder bitte einen Admin, es zu erhöhen.',
  ),
  idempotency_mismatch: say(
    'Die Anfrage wurde schon mit anderem Inhalt geschickt',
    'Lade die Seite neu und versuche es noch einmal.',
  ),
  idempotency_in_progress: say('Dieselbe Anfrage läuft noch', 'Warte, bis sie fertig ist.'),
  idempotency_not_kept: say('Die Antwort auf diese Anfrage wurde nicht aufgehoben', 'Schicke sie als neue Anfrage.'),
  model_not_found: say('Dieses Modell gibt es nicht', 'Wähle eines aus der Liste der Modelle.'),
  no_provider_fits: say(
    'Kein Anbieter erfüllt, was verlangt ist',
    'Verlange weniger, oder nenne andere Modelle. Die Meldung sagt, woran es lag.',
  ),
  set_at_start: say(
    'Das ist beim Start festgelegt',
    'Ändere die Umgebungsvariable oder die Datei und starte den Dienst neu, oder lege etwas Eigenes unter neuem Namen an.',
  ),
  model_not_configured: say('Das Modell ist nicht eingerichtet', operator),
  too_much_to_read: say(
    'Das ist zu viel für den eingebauten Leser',
    'Schicke weniger Text, lade lange Texte als Datei hoch, oder verbinde ein Modell.',
  ),
  context_length_exceeded: say(
    'Das ist länger, als das Modell lesen kann',
    'Kürze das Gespräch, oder lade lange Texte als Datei hoch.',
  ),
  schema_not_supported: say('Dieses Schema lässt sich nicht verwenden', 'Ändere die Stelle, die die Meldung nennt.'),
  schema_not_met: say(
    'Die Antwort passt nicht zum Schema',
    'Erlaube leere Werte, wo der Text nichts hergibt, oder nimm ein stärkeres Modell.',
  ),
  tool_inputs_invalid: say(
    'Das Modell hat ein Werkzeug falsch aufgerufen',
    `${again} Einfachere Beschreibungen helfen.`,
  ),
  no_tool_fits: say('Kein Werkzeug passt dazu', 'Gib ein Werkzeug dazu, das diese Aufgabe kann.'),
  upstream_unavailable: say('Der Anbieter des Modells ist nicht erreichbar', again),
  upstream_error: say('Der Anbieter des Modells meldet einen Fehler', again),
  upstream_invalid: say(
    'Die Antwort des Anbieters war nicht lesbar',
    `${again} Bleibt es so, stimmt seine Adresse nicht.`,
  ),
  upstream_cut: say('Die Antwort des Anbieters brach ab', again),
  upstream_rejected: say('Der Anbieter des Modells lehnt die Anfrage ab', 'Das Protokoll des Dienstes sagt, warum.'),
  request_refused: say('Der Anbieter lehnt ab, was verlangt wurde', 'Ändere, was seine Meldung nennt.'),
  content_filter: say('Der Inhaltsfilter des Anbieters hat das zurückgehalten', 'Sag es mit anderen Worten.'),
  insufficient_quota: say(
    'Das Guthaben beim Anbieter ist aufgebraucht',
    'Wer diese Instanz betreibt, muss es aufladen.',
  ),
  upstream_unauthorized: say(
    'Der Anbieter nimmt den Schlüssel nicht an',
    'Trage unter Routing einen gültigen Schlüssel des Anbieters ein.',
  ),
  upstream_overloaded: say('Der Anbieter des Modells ist überlastet', 'Warte etwas und versuche es noch einmal.'),
  upstream_rate_limited: say(
    'Der Anbieter lässt gerade nicht mehr Anfragen zu',
    'Warte etwas und versuche es noch einmal.',
  ),
  upstream_timeout: say(
    'Der Anbieter hat nicht rechtzeitig geantwortet',
    `${again} Weniger auf einmal geht schneller.`,
  ),
  stream_not_found: say(
    'Diese laufende Antwort gibt es nicht',
    'Sie wird nur einige Minuten aufgehoben. Schicke die Anfrage noch einmal.',
  ),
  stream_events_gone: say('Der Anfang der Antwort ist nicht mehr da', 'Schicke die Anfrage noch einmal.'),
  stream_cancelled: say('Die Antwort wurde angehalten', 'Schicke die Anfrage noch einmal, wenn du sie noch brauchst.'),
  stream_abandoned: say('Niemand hat die Antwort gelesen', 'Schicke die Anfrage noch einmal.'),
  stream_lost: say('Der Prozess mit dieser Antwort ist weg', 'Schicke die Anfrage noch einmal.'),
  batch_not_found: say('Diesen Stapel gibt es nicht', 'Stapel werden nach ihrem Ende 30 Tage aufgehoben.'),
  batch_cancelled: say('Der Stapel wurde abgebrochen', 'Gib die übrigen Zeilen in einen neuen Stapel.'),
  batch_expired: say(
    'Die Zeit des Stapels ist abgelaufen',
    'Gib die übrigen Zeilen in einen neuen Stapel mit mehr Zeit.',
  ),
  response_not_found: say(
    'Diese Antwort gibt es nicht',
    'Sie wurde gelöscht, ist abgelaufen oder wurde nicht aufgehoben.',
  ),
  response_failed: say('Die Antwort ist gescheitert', again),
  disk_full: say(
    'Der Speicherplatz des Dienstes ist voll',
    'Wer diese Instanz betreibt, muss Platz schaffen. Angenommene Dateien werden danach von selbst gelesen.',
  ),
  storage_full: say(
    'Der Speicher des Arbeitsbereichs ist voll',
    'Lösche Dateien, oder bitte einen Admin, die Grenze zu erhöhen.',
  ),
  file_not_found: say('Diese Datei gibt es nicht', 'Sie wurde gelöscht oder gehört zu einem anderen Arbeitsbereich.'),
  file_not_in_storage: say('Von der Datei fehlt der Inhalt', 'Lade sie noch einmal hoch.'),
  file_not_ready: say('Die Datei wird noch gelesen', 'Warte, bis sie bereit ist.'),
  file_failed: say('Die Datei lässt sich nicht lesen', 'Lade eine Fassung hoch, die sich anderswo öffnen lässt.'),
  file_too_large: say('Die Datei ist zu groß', 'Teile sie oder mache sie kleiner. Die Grenze sind 50 MB.'),
  file_empty: say('Die Datei ist leer', 'Lade sie mit Inhalt noch einmal hoch.'),
  file_timeout: say('Das Lesen der Datei dauert zu lange', 'Teile sie in kleinere Dateien.'),
  unsupported_file_type: say('Diese Art von Datei wird nicht gelesen', 'Wandle sie um, etwa in PDF.'),
  invalid_upload_token: say('Die Adresse zum Hochladen gilt nicht', 'Lade die Datei noch einmal hoch.'),
  upload_token_expired: say('Die Adresse zum Hochladen ist abgelaufen', 'Lade die Datei noch einmal hoch.'),
  collection_not_found: say(
    'Diese Sammlung gibt es nicht',
    'Sie wurde gelöscht oder gehört zu einem anderen Arbeitsbereich.',
  ),
  embeddings_not_configured: say('Für die Suche nach Bedeutung fehlt ein Modell', `Suche nach Wörtern. ${operator}`),
  invalid_image: say(
    'Das Bild lässt sich nicht lesen',
    'Nimm ein PNG, JPEG, GIF oder WebP, das sich anderswo öffnen lässt.',
  ),
  image_too_large: say('Das Bild ist zu groß', 'Mache es kleiner.'),
  invalid_pdf: say('Das PDF lässt sich nicht lesen', 'Nimm eines, das sich anderswo öffnen lässt.'),
  missing_pdf: say('Es fehlt das PDF', 'Wähle eine Datei aus.'),
  pdf_password_required: say('Das PDF ist mit einem Passwort geschützt', 'Nimm erst das Passwort weg.'),
  ocr_unavailable: say('Texterkennung gibt es hier nicht', operator),
  ocr_not_found: say(
    'Dieses Ergebnis der Texterkennung gibt es nicht',
    'Ergebnisse werden nur eine Zeit lang aufgehoben.',
  ),
  ocr_cancelled: say('Das Lesen wurde abgebrochen', 'Fang noch einmal an, wenn du es noch brauchst.'),
  ocr_timeout: say('Die Texterkennung hat zu lange gedauert', 'Nimm weniger oder kleinere Seiten.'),
  url_not_allowed: say('Diese Adresse ist nicht erlaubt', 'Nimm eine öffentliche Adresse mit http oder https.'),
  url_unreachable: say('Die Adresse war nicht erreichbar', `Prüfe die Adresse. ${again}`),
  url_timeout: say('Die Adresse hat nicht rechtzeitig geantwortet', again),
  url_too_large: say(
    'Was unter der Adresse liegt, ist zu groß',
    'Nimm etwas Kleineres, oder lade die Datei selbst hoch.',
  ),
  search_unavailable: say(
    'Die Suche im Web geht gerade nicht',
    'Versuche es später noch einmal. Das heißt nicht, dass es nichts zu finden gibt.',
  ),
  research_not_found: say(
    'Diese Recherche gibt es nicht',
    'Sie wurde gelöscht oder gehört zu einem anderen Arbeitsbereich.',
  ),
  research_failed: say('Die Recherche ist gescheitert', `${again} Die Meldung sagt, woran es lag.`),
  research_cancelled: say('Die Recherche wurde abgebrochen', 'Fang noch einmal an, wenn du sie noch brauchst.'),
  integration_not_found: say('Diese Integration gibt es nicht', 'Wähle eine aus der Liste.'),
  integration_not_configured: say('Die Integration ist nicht eingerichtet', operator),
  integration_not_connected: say('Die Integration ist nicht verbunden', 'Verbinde sie zuerst.'),
  needs_reconnect: say('Die Verbindung ist zu Ende', 'Verbinde die Integration noch einmal.'),
  confirmation_required: say('Das muss bestätigt werden', 'Sieh dir an, was sich ändern würde, und bestätige es.'),
  feature_not_found: say('Diese Funktion gibt es nicht', 'Wähle eine aus der Liste der Integration.'),
  invalid_inputs: say('Die Eingaben passen nicht', 'Ändere, was die Meldung nennt.'),
  invalid_credentials: say('Die Zugangsdaten wurden abgelehnt', 'Prüfe sie, oder nimm andere.'),
  feature_execution_failed: say(
    'Die Ausführung ist gescheitert',
    'Lies die Einzelheiten. Versuche es nur noch einmal, wenn es zweimal geschehen darf.',
  ),
  oauth_failed: say('Die Anmeldung beim Anbieter hat nicht geklappt', 'Fang mit dem Verbinden noch einmal an.'),
  prompt_rejected: say('Diese Beschreibung wird nicht umgesetzt', 'Beschreibe es mit anderen Worten.'),
  image_generation_failed: say('Das Bild ist nicht entstanden', `${again} Oder nimm ein anderes Modell.`),
  image_generation_not_configured: say('Bilder sind hier nicht eingerichtet', operator),
  image_generation_timeout: say('Das Bild hat zu lange gebraucht', `${again} Oder verlange ein kleineres Bild.`),
  video_generation_failed: say('Das Video ist nicht entstanden', `${again} Oder nimm ein anderes Modell.`),
  video_generation_not_configured: say('Videos sind hier nicht eingerichtet', operator),
  video_generation_timeout: say('Das Video hat zu lange gebraucht', 'Verlange ein kürzeres Video.'),
  video_not_found: say('Dieses Video gibt es nicht', 'Es wurde gelöscht oder gehört zu einem anderen Arbeitsbereich.'),
};
