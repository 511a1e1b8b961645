// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignerECDSA} from "@openzeppelin/contracts/utils/cryptography/signers/SignerECDSA.sol";

/**
 * The account of a person. One key owns it; what it does comes as a signed operation through the entry point, so
 * whoever brings the operation pays for it and the owner needs no coin.
 */
contract SmartAccount is Account, SignerECDSA, ERC7821, EIP712, IERC1271, ERC721Holder, ERC1155Holder, Initializable {
    bytes32 private constant MESSAGE_TYPEHASH = keccak256("AccountMessage(bytes32 hash)");
    bytes32 private constant OPERATION_TYPEHASH =
        keccak256("AccountOperation(bytes32 userOpHash,uint48 validUntil)");
    uint256 private constant VALID_UNTIL_BYTES = 6;

    error OwnerMissing();

    constructor() EIP712("Lyceum Account", "1") SignerECDSA(address(0)) {
        _disableInitializers();
    }

    function initialize(address owner) external initializer {
        if (owner == address(0)) revert OwnerMissing();
        _setSigner(owner);
    }

    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    /// What the owner signs to speak for this account. It names the account and the chain, so that a signature for one
    /// account of an owner is worth nothing for another.
    function messageHash(bytes32 hash) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(MESSAGE_TYPEHASH, hash)));
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return
            _rawSignatureValidation(messageHash(hash), signature)
                ? IERC1271.isValidSignature.selector
                : bytes4(0xffffffff);
    }

    /// The signature of an operation starts with the second after which it is worth nothing, which the owner signs too.
    /// The end is not part of the nonce, so an operation that is signed again with a later end still runs once.
    function _validateUserOp(
        PackedUserOperation calldata,
        bytes32 userOpHash,
        bytes calldata signature
    ) internal view override returns (uint256) {
        if (signature.length < VALID_UNTIL_BYTES) return ERC4337Utils.SIG_VALIDATION_FAILED;
        uint48 validUntil = uint48(bytes6(signature[:VALID_UNTIL_BYTES]));
        bytes32 hash = _hashTypedDataV4(keccak256(abi.encode(OPERATION_TYPEHASH, userOpHash, validUntil)));
        // The entry point takes 0 as "without an end".
        bool isValid = validUntil != 0 && _rawSignatureValidation(hash, signature[VALID_UNTIL_BYTES:]);
        return ERC4337Utils.packValidationData(isValid, 0, validUntil);
    }

    function _erc7821AuthorizedExecutor(
        address caller,
        bytes32 mode,
        bytes calldata executionData
    ) internal view override returns (bool) {
        return caller == address(entryPoint()) || super._erc7821AuthorizedExecutor(caller, mode, executionData);
    }
}
