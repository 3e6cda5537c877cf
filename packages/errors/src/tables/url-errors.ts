import type { ErrorRules } from '../rule.ts';

interface OfUrl {
  /** The URL in quotes, as it may be shown, with where it redirects to: it begins the sentence. */
  readonly subject: string;
}
interface OfWait extends OfUrl {
  readonly seconds: number;
}

/** Parameters of errors about URLs that are fetched. */
export interface UrlErrorParams {
  'url-not-web': OfUrl;
  'url-redirect-not-web': OfUrl;
  'url-no-host': OfUrl;
  'url-host-unresolved': OfUrl;
  'url-port-closed': OfUrl;
  'url-unreachable': OfUrl;
  'url-connection-closed': OfUrl;
  'url-body-incomplete': OfUrl & { readonly received: number; readonly length: number | undefined };
  'url-self-signed': OfUrl;
  'url-certificate-expired': OfUrl;
  'url-certificate-of-other-host': OfUrl;
  'url-certificate-unverified': OfUrl;
  'url-without-tls': OfUrl;
  'url-not-http': OfUrl;
  'url-not-public': OfUrl & {
    /** What the address is, with its article, such as `a private`. */
    readonly address: string;
    readonly host: string;
  };
  'url-leaves-https': OfUrl;
  'url-redirects': OfUrl & { readonly limit: number };
  'url-status': OfUrl & { readonly status: number; readonly reason: string };
  'url-silent': OfWait;
  'url-body-silent': OfWait & { readonly received: number };
  'url-too-large': OfUrl & { readonly bytes: number };
  'url-document-too-large': OfUrl;
  'url-compression': OfUrl & { readonly encoding: string };
  'url-not-decompressed': OfUrl;
  'url-not-text': OfUrl & { readonly content: string };
  'url-charset': OfUrl & { readonly charset: string };
  'url-stopped': OfUrl;
}

const checkUrl = (): string => 'check the URL';
const checkServer = (): string => 'check the scheme and the port';
const later = (): string => 'try again later';
const longer = (): string => 'try again later, or allow more seconds in the setting MILLRACE_URL_TIMEOUT';
const network = (): string =>
  'check the URL, and that this machine reaches the network without a proxy (HTTPS_PROXY is not used)';
const certificate = (): string =>
  'have the certificate corrected, or add its certificate authority to NODE_EXTRA_CA_CERTS';

const sizeOf = (bytes: number): string =>
  bytes >= 1 << 20 && bytes % (1 << 20) === 0 ? `${bytes / (1 << 20)} MB` : `${formatCount(bytes)} bytes`;
const formatCount = (bytes: number): string => bytes.toLocaleString('en');

function remedyOfStatus({ status }: { readonly status: number }): string {
  if (status === 401 || status === 403 || status === 407)
    return 'add a user name and password (https://name:password@host/…) or a token that the server accepts';
  return status === 429 || status >= 500 ? 'try again later, or ask the operator of the server' : 'check the URL';
}

export const urlErrors: ErrorRules<UrlErrorParams> = {
  'url-not-web': {
    code: 'BAD_URL',
    message: ({ subject }) => `${subject} is not an http or https URL`,
    remedy: () => 'enter a URL such as https://example.org/data.txt',
  },
  'url-redirect-not-web': {
    code: 'BAD_URL',
    message: ({ subject }) => `${subject} is not an http or https URL`,
    remedy: checkUrl,
  },
  'url-no-host': {
    code: 'URL_NO_HOST',
    message: ({ subject }) => `${subject} names a host that does not exist`,
    remedy: checkUrl,
  },
  'url-host-unresolved': {
    code: 'URL_NO_HOST',
    message: ({ subject }) => `${subject} names a host that cannot be resolved at the moment`,
    remedy: network,
  },
  'url-port-closed': {
    code: 'URL_UNREACHABLE',
    message: ({ subject }) => `${subject} leads to a port on which nothing listens`,
    remedy: network,
  },
  'url-unreachable': {
    code: 'URL_UNREACHABLE',
    message: ({ subject }) => `${subject} cannot be reached`,
    remedy: network,
  },
  'url-connection-closed': {
    code: 'URL_BROKEN_OFF',
    message: ({ subject }) => `${subject} closed the connection`,
    remedy: later,
  },
  'url-body-incomplete': {
    code: 'URL_BROKEN_OFF',
    message: ({ subject, received, length }) =>
      `${subject} closed the connection after ${formatCount(received)}${length === undefined ? '' : ` of ${formatCount(length)}`} bytes`,
    remedy: later,
  },
  'url-self-signed': {
    code: 'URL_CERTIFICATE',
    message: ({ subject }) => `${subject} has a self-signed certificate`,
    remedy: certificate,
  },
  'url-certificate-expired': {
    code: 'URL_CERTIFICATE',
    message: ({ subject }) => `${subject} has an expired certificate`,
    remedy: certificate,
  },
  'url-certificate-of-other-host': {
    code: 'URL_CERTIFICATE',
    message: ({ subject }) => `${subject} has the certificate of another host`,
    remedy: () => 'use the host that the certificate names',
  },
  'url-certificate-unverified': {
    code: 'URL_CERTIFICATE',
    message: ({ subject }) => `${subject} has a certificate that cannot be verified`,
    remedy: certificate,
  },
  'url-without-tls': {
    code: 'URL_NOT_TLS',
    message: ({ subject }) => `${subject} does not support https`,
    remedy: checkServer,
  },
  'url-not-http': {
    code: 'URL_NOT_HTTP',
    message: ({ subject }) => `${subject} does not answer in HTTP`,
    remedy: checkServer,
  },
  'url-not-public': {
    code: 'URL_REFUSED',
    message: ({ subject, address }) => `${subject} leads to ${address} address, which is not allowed`,
    remedy: ({ host }) => `enter a URL of a public host, or list the host in the setting: MILLRACE_URL_HOSTS=${host}`,
  },
  'url-leaves-https': {
    code: 'URL_REFUSED',
    message: ({ subject }) => `${subject} would leave https for http`,
    remedy: () => 'enter the http URL itself if it can be trusted',
  },
  'url-redirects': {
    code: 'URL_REDIRECTS',
    message: ({ subject, limit }) => `${subject} is redirected more than ${limit} times`,
    remedy: checkUrl,
  },
  'url-status': {
    code: 'URL_STATUS',
    message: ({ subject, status, reason }) => `${subject} answers with status ${status} ${reason}`.trim(),
    remedy: remedyOfStatus,
  },
  'url-silent': {
    code: 'URL_TIMEOUT',
    message: ({ subject, seconds }) => `${subject} does not answer within ${seconds} s`,
    remedy: longer,
  },
  'url-body-silent': {
    code: 'URL_TIMEOUT',
    message: ({ subject, received, seconds }) =>
      `${subject} sent ${formatCount(received)} bytes and then nothing more within ${seconds} s`,
    remedy: longer,
  },
  'url-too-large': {
    code: 'TOO_LARGE',
    message: ({ subject, bytes }) => `${subject} is larger than ${sizeOf(bytes)}, the limit for the text of a URL`,
    remedy: () => 'choose a smaller text, or raise the limit in the setting MILLRACE_URL_SIZE',
  },
  'url-document-too-large': {
    code: 'TOO_LARGE',
    message: ({ subject }) => `${subject} is larger than 16 MB, the limit for one document`,
    remedy: () => 'choose a smaller document',
  },
  'url-compression': {
    code: 'URL_PACKED',
    message: ({ subject, encoding }) =>
      `${subject} is compressed in an unsupported way (Content-Encoding: ${encoding})`,
    remedy: () => 'have the server send it uncompressed, or compressed with gzip or br',
  },
  'url-not-decompressed': {
    code: 'NOT_UNPACKED',
    message: ({ subject }) => `${subject} cannot be decompressed: the response is truncated or damaged`,
    remedy: later,
  },
  'url-not-text': {
    code: 'WRONG_KIND',
    message: ({ subject, content }) => `${subject} is not text but ${content}`,
    remedy: () => 'choose a URL of a text',
  },
  'url-charset': {
    code: 'URL_CHARSET',
    message: ({ subject, charset }) => `${subject} uses the unknown character set "${charset}"`,
    remedy: () => 'have the server send it in UTF-8',
  },
  'url-stopped': {
    code: 'STOPPED',
    message: ({ subject }) => `${subject} was not read because the run was stopped`,
    remedy: () => 'run it again',
  },
};
