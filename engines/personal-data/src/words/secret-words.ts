/** Words for passwords, keys and tokens. */
export const secretWords =
  /(?<![\p{L}\d])(?:pass(?=:| ?=)|pass ?words?|passwd|pwd|pass ?phrase|passcode|login|credentials?|secret(?: (?:access )?key)?|api[ _-]?keys?|apikey|access[ _-]keys?|x-api-key|(?:access|auth|bearer|refresh|session|api)?[ _-]?tokens?|private key|master key|recovery (?:key|code|phrase)|wifi key|key|(?:\p{L}{2,15}-?)?pass?wort|(?:\p{L}{2,15}-)?kennwort|zugangsdaten|(?:wlan|api|wifi|netzwerk|sicherheits|zugangs|lizenz)-?(?:schlüssel|key)|schlüssel|geheimnis|losung|zugangscode|contraseñas?|clave(?: de acceso| wifi| del wifi)?|palabra clave|credenciales|mots? de passe|mdp|clé(?: (?:api|d['’]api|wifi|secrète|d['’]accès|de sécurité))|identifiants|jeton|sésame)(?![\p{L}\d])/giu;

/** Words for numbers that open something. */
export const codeWords =
  /(?<![\p{L}\d])(?:pin(?:-?(?:code|nummer|number))?|puk|tan|otp|cvv2?|cvc|(?:access|door|gate|entry|alarm|security|verification|unlock|safe|lock|garage|keypad|one-time)[ -]?(?:box )?(?:code|pin)|passcode|combination|(?:tür|tor|zugangs|sicherheits|alarm|bestätigungs|tresor|schloss|keller|haustür)-?code|zahlencode|zahlenkombination|kombination|código(?: (?:de acceso|de (?:la |el )?(?:alarma|puerta|portal|seguridad|verificación)|del (?:portal|garaje)))?|clave|combinación|code (?:du|de la|de l['’]|d['’]|des|de|pour le|pour la|pour)? ?(?:portail|porte|alarme|accès|immeuble|entrée|garage|sécurité|cadenas|coffre|wifi|digicode|déverrouillage|vérification|carte|sonnette|cave|box)|digicode|code secret|code pin|(?<!(?:zip|postal|post|promo|error|product|country|area|discount|voucher|bar|source|dress|qr|sort|swift) )(?:code|código)(?= ?(?::|is |ist |lautet |es |est )))(?![\p{L}\d])/giu;

/** What people sign in to, where a password follows without being called one. */
export const serviceWords =
  /(?<![\p{L}\d])(?:netflix|spotify|disney\+?|amazon|gmail|paypal|router|wi-?fi|wlan|box|freebox|livebox|fritz!?box|nas|vpn|admin|root|user(?:name)?|benutzer(?:name)?|usuario|utilisateur|identifiant|login|log-in|account|konto|cuenta|compte|zugang)(?![\p{L}\d])/giu;

/** What stands between such a word and what it names. */
export const linkWords =
  /^(?:["'`“]?[:=]["'`“„«]?|(?:still |now |just |always )?(?:is|was|=>?|->)|(?:jetzt |immer |noch )?(?:ist|war|lautet|heißt)|(?:siempre |ahora )?(?:es|era|sigue siendo)|(?:toujours |maintenant )?(?:est|était|c['’]est)|(?:is|ist|es|est) ?:)$/;
